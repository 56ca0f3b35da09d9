"""The user that a log-in is for, and the settings that it takes."""

import pytest

from tidemark.errors import LogInNotConfigured
from tidemark.schema.scope import Scope
from tidemark.settings import Settings
from tidemark.ui.web.sign_in import secrets_of, user_id_of

WHOLE = {
    "login": "oidc",
    "public_url": "https://tide.example/",
    "oidc_discovery_url": "https://login.example/.well-known/openid-configuration",
    "oidc_client_id": "tidemark",
    "oidc_client_secret": "x",
    "cookie_secret": "0123456789abcdef0123456789abcdef",
}


@pytest.mark.parametrize(
    ("claims", "claim", "user_id"),
    [
        ({"sub": "auth0|5f7c"}, "sub", "auth0|5f7c"),
        ({"sub": "Anna"}, "sub", "Anna"),
        ({"email": "Anna@Example.org", "email_verified": True}, "email", "anna@example.org"),
        ({"email": "Anna@Example.org"}, "email", "anna@example.org"),
        ({"email": "anna@example.org", "email_verified": False}, "email", None),
        ({"sub": ""}, "sub", None),
        ({"sub": 5}, "sub", None),
        ({"sub": "x"}, "oid", None),
    ],
)
def test_a_person_is_the_same_user_each_time(
    claims: dict[str, object], claim: str, user_id: str | None
) -> None:
    assert user_id_of(claims, claim) == user_id


def test_no_log_in_becomes_the_user_of_this_computer_or_of_another_name() -> None:
    names = ("local", "Élodie", "x" * 200, "../etc", "a b", "u_" + "0" * 40)
    made = [user_id_of({"sub": name}, "sub") for name in names]
    assert len({*made, *names}) == 12
    assert all(Scope(each or "", "general") for each in made)


def test_nobody_logs_in_with_settings_that_lack_something() -> None:
    assert secrets_of(Settings.read()) == {}
    found = secrets_of(Settings.read(**WHOLE))["auth"]
    assert found["redirect_uri"] == "https://tide.example/oauth2callback"
    for name in set(WHOLE) - {"login"}:
        with pytest.raises(LogInNotConfigured, match=f"{name.upper()} not set"):
            secrets_of(Settings.read(**{**WHOLE, name: ""}))
    with pytest.raises(LogInNotConfigured, match="less than 32"):
        secrets_of(Settings.read(**{**WHOLE, "cookie_secret": "short"}))
