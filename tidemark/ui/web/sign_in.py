"""Logging in on the page with OpenID Connect: the user's identity, and the log-in page."""

import hashlib
import html
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Send
from starlette.types import Scope as Connected

from assistant import Assistant
from tidemark.errors import LogInNotConfigured
from tidemark.i18n.catalogue import DEFAULT, LANGUAGES, catalogue
from tidemark.schema.scope import GENERAL, LOCAL, Scope
from tidemark.settings import Settings
from tidemark.ui.i18n import texts

CALLBACK = "/oauth2callback"  # Streamlit's
_LOG_IN = "/auth/login"  # Streamlit's
_FAILED = """<!doctype html><html lang="{language}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>{title}</title>
<style>:root {{ color-scheme: light dark }}
body {{ font: 1.1rem/1.5 sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem }}</style>
<h1>{title}</h1><p>{explained}</p><p><a href="/">{again}</a></p>
"""
_LEAST_SECRET_CHARS = 32
_MADE_UP = re.compile(r"u_[0-9a-f]{40}")


class FailedLogIn:
    """Answer a log-in that cannot begin with a page that says why and what to do.

    Streamlit answers "Authentication error", as when the log-in service is down.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Connected, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["path"] != _LOG_IN:
            await self._app(scope, receive, send)
            return
        has_failed = False

        async def send_unless_failed(message: Message) -> None:
            nonlocal has_failed
            has_failed = has_failed or message.get("status", 0) >= HTTPStatus.BAD_REQUEST
            if not has_failed:
                await send(message)

        await self._app(scope, receive, send_unless_failed)
        if has_failed:
            wanted = Headers(scope=scope).get("accept-language", "")[:2].lower()
            await _failed(wanted if wanted in LANGUAGES else DEFAULT)(scope, receive, send)


def _failed(language: str) -> HTMLResponse:
    told = catalogue(language)
    names = {"title": "LOG_IN_FAILED", "explained": "LOG_IN_FAILED_EXPLAINED"}
    names["again"] = "LOG_IN_AGAIN"
    filled = {of: html.escape(told.text(name)) for of, name in names.items()}
    page = _FAILED.format(language=language, **filled)
    return HTMLResponse(page, HTTPStatus.SERVICE_UNAVAILABLE, {"Cache-Control": "no-store"})


def secrets_of(settings: Settings) -> dict[str, Any]:
    """Return the secrets Streamlit needs for log-ins; empty without log-in.

    Raises:
        LogInNotConfigured: ``settings`` lack some of them.
    """
    if settings.login != "oidc":
        return {}
    needed = {
        "PUBLIC_URL": settings.public_url,
        "OIDC_DISCOVERY_URL": settings.oidc_discovery_url,
        "OIDC_CLIENT_ID": settings.oidc_client_id,
        "OIDC_CLIENT_SECRET": settings.oidc_client_secret.get_secret_value(),
        "COOKIE_SECRET": settings.cookie_secret.get_secret_value(),
    }
    missing = [name for name, value in needed.items() if not value]
    if missing:
        raise LogInNotConfigured(f"{', '.join(missing)} not set")
    if len(needed["COOKIE_SECRET"]) < _LEAST_SECRET_CHARS:
        raise LogInNotConfigured(f"COOKIE_SECRET has less than {_LEAST_SECRET_CHARS} characters")
    return {
        "auth": {
            "redirect_uri": needed["PUBLIC_URL"] + CALLBACK,
            "server_metadata_url": needed["OIDC_DISCOVERY_URL"],
            "client_id": needed["OIDC_CLIENT_ID"],
            "client_secret": needed["OIDC_CLIENT_SECRET"],
            "cookie_secret": needed["COOKIE_SECRET"],
        }
    }


def user_id_of(claims: Mapping[str, object], claim: str) -> str | None:
    """Return the user id for a log-in, which is always the same for the same ``claim``.

    It is the claim itself, or, if that is no valid user id, an id derived from its hash.  None if
    the claim is missing, or is an e-mail address that the provider has not verified.

    >>> user_id_of({"sub": "auth0|5f7c"}, "sub"), user_id_of({}, "sub")
    ('auth0|5f7c', None)
    """
    told = claims.get(claim)
    if not isinstance(told, str) or not told.strip():
        return None
    name = told.strip()
    if claim == "email":
        if claims.get("email_verified", True) not in (True, "true"):
            return None
        name = name.lower()
    try:
        Scope(name, GENERAL)
    except ValueError:
        return _made_up(name)
    is_taken = name == LOCAL.user_id or _MADE_UP.fullmatch(name) is not None
    return _made_up(name) if is_taken else name


def _made_up(name: str) -> str:
    return f"u_{hashlib.sha256(name.encode()).hexdigest()[:40]}"


def scoped(assistant: Assistant) -> Assistant | None:
    """Return ``assistant`` for the logged-in user; None if a log-in is required first."""
    given = assistant.configuration.given
    if given.login != "oidc":
        return assistant
    if not st.user.is_logged_in:
        return None
    user_id = user_id_of(st.user.to_dict(), given.oidc_user_claim)
    return None if user_id is None else assistant.scoped(Scope(user_id, GENERAL))


def draw() -> None:
    """Draw the log-in page."""
    texts.choose(None)
    with st.container(key="sign_in", gap="medium"):
        st.title(texts.NAME, anchor=False)
        if st.user.is_logged_in:
            st.error(texts.NOT_TOLD_WHO)
            st.button(texts.LOG_OUT, key="log_out", icon=":material/logout:", on_click=st.logout)
            return
        st.markdown(texts.LOG_IN_EXPLAINED)
        st.button(
            texts.LOG_IN, key="log_in", type="primary", icon=":material/login:", on_click=st.login
        )
