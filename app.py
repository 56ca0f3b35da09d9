"""The web application: ``streamlit run app.py`` serves ``tidemark/ui/web/script.py``."""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from tidemark.ui.web.response_headers import ResponseHeaders

_SCRIPT = Path(__file__).parent / "tidemark" / "ui" / "web" / "script.py"

app = st.App(_SCRIPT, middleware=[Middleware(ResponseHeaders)])
