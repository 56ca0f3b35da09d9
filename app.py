"""The web application: the page, and the HTTP API beside it, in one process on one port."""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from tidemark.api import application
from tidemark.ui.web.opening import open_assistant
from tidemark.ui.web.response_headers import ResponseHeaders

_WEB = Path(__file__).parent / "tidemark" / "ui" / "web"

app = st.App(
    _WEB / "script.py",
    routes=[Mount("/vendored", StaticFiles(directory=_WEB / "vendored"))],
    middleware=[
        Middleware(ResponseHeaders),
        Middleware(application.Beside, api=application.create(open_assistant)),
    ],
)
