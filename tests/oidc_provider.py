"""A provider of log-ins by OpenID Connect on this computer: one is whoever one says."""

import base64
import hashlib
import html
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT_ID, CLIENT_SECRET = "tidemark", "a-secret-of-the-tests"
_FORM = """<!doctype html><title>Log in</title><form method="post" action="/authorize?{query}">
<label>Name <input name="name"></label><button>Go on</button></form>"""


class Provider(ThreadingHTTPServer):
    """Serves discovery, authorisation, tokens and keys."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.key = RSAKey.generate_key(2048, {"kid": "1", "use": "sig"})
        self.asked: dict[str, dict[str, str]] = {}

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://localhost:{self.server_port}"

    def token(self, code: str, verifier: str) -> dict[str, object] | None:
        """Return tokens for ``code``, once, to whoever has its verifier."""
        asked = self.asked.pop(code, None)
        if asked is None:
            return None
        digest = hashlib.sha256(verifier.encode()).digest()
        if base64.urlsafe_b64encode(digest).decode().rstrip("=") != asked["code_challenge"]:
            return None
        now, name = int(time.time()), asked["name"]
        claims = {
            "iss": self.url,
            "aud": CLIENT_ID,
            "sub": name,
            "name": name.title(),
            "email": f"{name}@example.org",
            "email_verified": True,
            "nonce": asked["nonce"],
            "iat": now,
            "exp": now + 600,
        }
        signed = jwt.encode({"alg": "RS256", "kid": "1"}, claims, self.key)
        return {
            "access_token": "unused",
            "token_type": "Bearer",
            "expires_in": 600,
            "id_token": signed,
            "userinfo": claims,
        }


class _Handler(BaseHTTPRequestHandler):
    server: Provider

    def do_GET(self) -> None:
        at, url = urlsplit(self.path), self.server.url
        if at.path == "/.well-known/openid-configuration":
            self._tell(
                {
                    "issuer": url,
                    "authorization_endpoint": f"{url}/authorize",
                    "token_endpoint": f"{url}/token",
                    "jwks_uri": f"{url}/jwks",
                    "response_types_supported": ["code"],
                    "subject_types_supported": ["public"],
                    "id_token_signing_alg_values_supported": ["RS256"],
                    "code_challenge_methods_supported": ["S256"],
                }
            )
        elif at.path == "/jwks":
            self._tell({"keys": [self.server.key.as_dict(private=False)]})
        elif at.path == "/authorize":
            self._send(200, _FORM.format(query=html.escape(at.query)).encode(), "text/html")
        else:
            self._send(404, b"", "text/plain")

    def do_POST(self) -> None:
        at = urlsplit(self.path)
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        given = {name: values[0] for name, values in parse_qs(body).items()}
        if at.path == "/authorize":
            asked = {name: values[0] for name, values in parse_qs(at.query).items()}
            code = secrets.token_urlsafe(16)
            self.server.asked[code] = {**asked, "name": given["name"]}
            back = urlencode({"code": code, "state": asked["state"]})
            self.send_response(303)
            self.send_header("Location", f"{asked['redirect_uri']}?{back}")
            self.end_headers()
            return
        told = self.server.token(given.get("code", ""), given.get("code_verifier", ""))
        if told is None:
            self._send(400, b'{"error": "invalid_grant"}', "application/json")
        else:
            self._tell(told)

    def _tell(self, body: object) -> None:
        self._send(200, json.dumps(body).encode(), "application/json")

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep the terminal for the tests."""


@contextmanager
def provided() -> Iterator[Provider]:
    """Serve a provider in the background."""
    with Provider() as provider:
        thread = threading.Thread(target=provider.serve_forever, daemon=True)
        thread.start()
        try:
            yield provider
        finally:
            provider.shutdown()
            thread.join()
