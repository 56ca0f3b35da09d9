"""A person takes all that is theirs away over HTTP, for themselves only, unless an admin does."""

import io
import zipfile
from collections.abc import Callable
from contextlib import closing

from fastapi.testclient import TestClient

from assistant import Assistant
from tests.api.conftest import HERE
from tidemark.api import application
from tidemark.api.request_guard import Site
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.schema.scope import GENERAL, Scope
from tidemark.settings import Settings


def test_a_person_is_exported_and_erased_by_themselves_or_an_admin(
    settings: Callable[..., Settings],
) -> None:
    given = settings(login="keys")
    with closing(Assistant(given, engine=BuiltinEngine())) as whole:
        app = application.create(lambda: whole, site=Site.of(given))
        with TestClient(
            app, base_url="http://localhost", client=HERE, raise_server_exceptions=False
        ) as client:
            ann, bob = (whole.scoped(Scope(name, GENERAL)) for name in ("ann", "bob"))
            ann.turns.ask("I keep bees.", "talk").wait(20)
            bob.turns.ask("I keep goats.", "talk").wait(20)
            own = {"authorization": f"Bearer {ann.api_keys.create('own').secret}"}
            service = bob.api_keys.create("service", ("read", "write", "act-as")).secret
            admin = bob.api_keys.create("admin", ("read", "write", "admin")).secret

            acting = {"authorization": f"Bearer {service}"}
            assert client.get("/api/users/ann/export", headers=acting).status_code == 403
            assert client.delete("/api/users/ann", headers=acting).status_code == 403
            export = client.get("/api/users/ann/export", headers=own)
            assert export.headers["content-type"] == "application/zip"
            with zipfile.ZipFile(io.BytesIO(export.content)) as packed:
                texts = "".join(packed.read(each).decode() for each in packed.namelist())
            assert "bees" in texts
            assert "goats" not in texts
            asked = {"authorization": f"Bearer {admin}"}
            assert client.get("/api/users/ann/export", headers=asked).status_code == 200
            assert client.delete("/api/users/bob", headers=own).status_code == 403

            receipt = client.delete("/api/users/ann", headers=own)
            assert receipt.json()["rows"]["messages"] == 2
            assert receipt.json()["is_scrubbed"]
            assert client.get("/api/sessions", headers=own).status_code == 401  # the key went, too
            assert [each.title for each in bob.sessions.recent()] == ["I keep goats"]


def test_the_audit_names_the_user_of_the_key_that_acted_for_somebody(
    settings: Callable[..., Settings],
) -> None:
    given = settings(login="keys")
    with closing(Assistant(given, engine=BuiltinEngine())) as whole:
        app = application.create(lambda: whole, site=Site.of(given))
        with TestClient(app, base_url="http://localhost", client=HERE) as client:
            ann, bob = (whole.scoped(Scope(name, GENERAL)) for name in ("ann", "bob"))
            ann.sessions.begin("Talk", "talk")
            own = ann.api_keys.create("own").secret
            service = bob.api_keys.create("service", ("read", "write", "act-as")).secret
            for secret in (own, service):
                who = {"authorization": f"Bearer {secret}", "X-User-ID": "ann"}
                renamed = client.patch("/api/sessions/talk", headers=who, json={"title": secret})
                assert renamed.status_code == 200
            acts = [(each.actor, each.user_id) for each in ann.audit.entries(limit=2)]
            assert acts == [("bob", "ann"), ("ann", "ann")]
            assert whole.audit.check().faults == ()


def test_where_records_must_be_kept_erasure_is_refused_with_the_reason(
    settings: Callable[..., Settings],
) -> None:
    with closing(
        Assistant(
            settings(memory_allow_data_deletion=False, memory_allow_data_export=False),
            engine=BuiltinEngine(),
        )
    ) as whole:
        app = application.create(lambda: whole)
        with TestClient(app, base_url="http://localhost", client=HERE) as client:
            kept_here = client.get("/api/users/ann/export")
            assert (kept_here.status_code, kept_here.json()["code"]) == (403, "ExportNotAllowed")
            refused = client.delete("/api/users/ann")
            assert refused.status_code == 403
            assert refused.json()["code"] == "ErasureNotAllowed"
            assert "MEMORY_ALLOW_DATA_DELETION=0" in refused.json()["detail"]
