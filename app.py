"""The web application: ``streamlit run app.py`` serves ``tidemark/ui/web/script.py``."""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from tidemark.ui.web.response_headers import ResponseHeaders

_WEB = Path(__file__).parent / "tidemark" / "ui" / "web"

app = st.App(
    _WEB / "script.py",
    routes=[Mount("/vendored", StaticFiles(directory=_WEB / "vendored"))],
    middleware=[Middleware(ResponseHeaders)],
)
