"""Tidemark served for a browser: a process of its own, in a folder of its own."""

import json
import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.error import URLError

from tests.timing import unwatched
from tests.warnings_as_errors import PYTHON

ROOT = Path(__file__).parent.parent.parent
_START_S = 150.0  # far longer than a start takes on a busy machine
Coverage = Literal["on", "aside"]


@dataclass(frozen=True)
class Served:
    """A running server: where it answers, and the folder it runs in."""

    url: str
    folder: Path
    database_url: str
    process: subprocess.Popen[bytes]

    def plays(self, **script: object) -> None:
        """Write what the scripted engine says from now on."""
        self.folder.joinpath("script.json").write_text(json.dumps(script), encoding="utf-8")

    def stop(self) -> None:
        """End the process."""
        self.process.terminate()
        self.process.wait(20)


def serve(
    folder: Path,
    script: Mapping[str, object] | None = None,
    coverage: Coverage = "aside",
    port: int | None = None,
    /,
    **settings: str,
) -> Served:
    """Start the page in ``folder`` with ``settings`` and ``script``; return once it answers.

    ``coverage``, which halves its speed, is put aside unless it is "on".
    """
    folder.joinpath("script.json").write_text(json.dumps(script or {}), encoding="utf-8")
    port = port or free_port()
    given = {
        "DATABASE_URL": f"sqlite:///{folder}/tidemark.db",
        "EXPORTS_DIR": str(folder / "exports"),
        "SCRIPT_FILE": str(folder / "script.json"),
        "ENGINE": "builtin",
        **settings,
    }
    known = {"GOOGLE_API_KEY", "GEMINI_BASE_URL", "TOKEN_THRESHOLD", *given}
    command = [*PYTHON, "-m", "streamlit", "run", str(ROOT / "app.py")]
    watched = nullcontext() if coverage == "on" else unwatched(programs=True)
    with folder.joinpath("server.log").open("wb") as log, watched:
        around = {name: value for name, value in os.environ.items() if name not in known}  # noqa: TID251 - handed on
        process = subprocess.Popen(
            [*command, "--server.port", str(port)],
            cwd=folder,
            env={**around, **given},
            stdout=log,
            stderr=log,
        )
    served = Served(f"http://localhost:{port}", folder, given["DATABASE_URL"], process)
    _wait_for(served)
    return served


@contextmanager
def serving(
    folder: Path,
    script: Mapping[str, object] | None = None,
    coverage: Coverage = "aside",
    port: int | None = None,
    /,
    **settings: str,
) -> Iterator[Served]:
    """Serve the page as ``serve`` does, and end it."""
    served = serve(folder, script, coverage, port, **settings)
    try:
        yield served
    finally:
        served.stop()


def free_port() -> int:
    """Find a port that nobody listens to."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _wait_for(served: Served) -> None:
    end = time.monotonic() + _START_S
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(f"{served.url}/_stcore/health", timeout=1).close()  # noqa: S310 - our own
        except (URLError, OSError):
            if served.process.poll() is not None:
                break
            time.sleep(0.1)
        else:
            return
    served.process.kill()
    served.process.wait()
    raise RuntimeError(served.folder.joinpath("server.log").read_text(encoding="utf-8"))
