"""The web application: the page, and the HTTP API beside it, in one process on one port."""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from tidemark import log_masks
from tidemark.api import application
from tidemark.api.doors import Doors, Site
from tidemark.errors import InvalidSetting, OperatorError
from tidemark.settings import Settings
from tidemark.ui.web import live_door
from tidemark.ui.web.opening import open_assistant
from tidemark.ui.web.response_headers import ResponseHeaders

_WEB = Path(__file__).parent / "tidemark" / "ui" / "web"


def _site() -> Site:
    """Return whom to answer; end here if that would be everybody."""
    try:
        settings = Settings.read()
    except InvalidSetting:  # the page says which
        return Site()
    log_masks.install(is_on=settings.memory_mask_sensitive_data)
    site = Site.of(settings)
    try:
        site.of_page.check_address("page", st.get_option("server.address") or "0.0.0.0")  # noqa: S104
    except OperatorError as error:
        raise SystemExit(str(error)) from error
    return site


_at = _site()
app = st.App(
    _WEB / "script.py",
    routes=[Mount("/vendored", StaticFiles(directory=_WEB / "vendored")), *live_door.routes],
    middleware=[
        Middleware(ResponseHeaders),
        Middleware(application.Beside, api=application.create(open_assistant, site=_at)),
        Middleware(Doors, site=_at.of_page),
    ],
)
