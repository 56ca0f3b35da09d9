"""The web application: the page and the HTTP API, in one process on one port."""

from pathlib import Path
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from tidemark import log_masks
from tidemark.api import application
from tidemark.api.request_guard import Doors, Site
from tidemark.errors import InvalidSetting, OperatorError
from tidemark.services.questions import session_files
from tidemark.settings import Settings
from tidemark.telemetry import log_lines, traces
from tidemark.ui import streamlit_internals
from tidemark.ui.web import sign_in, turn_endpoint
from tidemark.ui.web.opening import open_assistant
from tidemark.ui.web.response_headers import ResponseHeaders

_WEB = Path(__file__).parent / "tidemark" / "ui" / "web"


def _read() -> tuple[Settings, Site, dict[str, Any], ASGIApp]:
    """Return settings, site, log-in options and the API; exit if it cannot be served as set.

    If settings cannot be read, defaults are used: the page says which setting is invalid.
    """
    try:
        settings = Settings.read()
    except InvalidSetting:
        settings = Settings.model_construct()
    log_masks.install(is_on=settings.memory_mask_sensitive_data)
    log_lines.install(settings.log_format, is_masked=settings.memory_mask_sensitive_data)
    site = Site.of(settings)
    try:
        traces.install(settings.otel_exporter_otlp_endpoint)
        site.of_page.check_address("page", st.get_option("server.address") or "0.0.0.0")  # noqa: S104
        session_files.check_writable(settings.session_files)
        api = application.create(open_assistant, site=site)
        return settings, site, sign_in.secrets_of(settings), api
    except OperatorError as error:
        raise SystemExit(str(error)) from error


_settings, _site, _secrets, _api = _read()
streamlit_internals.allow_hosts(_site.of_page.hosts)
app = st.App(  # by this line Streamlit recognises that this file is not a script
    _WEB / "script.py",
    routes=[Mount("/vendored", StaticFiles(directory=_WEB / "vendored")), *turn_endpoint.routes],
    secrets=_secrets,
    middleware=[
        Middleware(ResponseHeaders, is_secure=_settings.public_url.startswith("https:")),
        Middleware(sign_in.FailedLogIn),
        Middleware(application.ApiPaths, api=_api),
        Middleware(Doors, site=_site.of_page),
    ],
)
