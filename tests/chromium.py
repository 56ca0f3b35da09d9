"""The Chromium the browser tests drive: found, installed where we may, or missed out loud."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

_SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
_INSTALL_TIMEOUT_S = 600

ARGUMENTS = (
    "--no-sandbox",  # a container has no user namespaces to build one from
    "--disable-gpu",
    "--process-per-site",  # what one tab compiled of Streamlit, all have
    # What Chromium would ask of other hosts by itself.
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MISSING = (
    "No Chromium: the browser tests cannot run. Install it (apt-get install chromium, or "
    ".venv/bin/python -m playwright install --with-deps chromium) and run make test again."
)


def find() -> Path | None:
    """Return a Chromium that starts: Playwright's own, else the system's, else None."""
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    system = (shutil.which(name) for name in _SYSTEM_NAMES)
    candidates = (own, *(Path(found) for found in system if found), _MAC)
    return next((path for path in candidates if _starts(path)), None)


def install() -> None:
    """Install Chromium by the first way that works here; do nothing where none does."""
    apt_get = shutil.which("apt-get")
    if apt_get and os.geteuid() == 0:
        patient = (apt_get, "-o", "Acquire::Retries=3")
        chromium = ("install", "--yes", "--no-install-recommends", "chromium")
        if _ran(*patient, "update") and _ran(*patient, *chromium) and find():
            return
    _ran(sys.executable, "-m", "playwright", "install", "chromium")


def _starts(path: Path) -> bool:
    # A path alone proves little: Ubuntu's chromium-browser may be a stub that wants a snap.
    return path.exists() and _ran(str(path), "--version", quiet=True)


def _ran(*command: str, quiet: bool = False) -> bool:
    silence = subprocess.DEVNULL if quiet else None
    try:
        done = subprocess.run(
            command,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=silence,
            stderr=silence,
            timeout=_INSTALL_TIMEOUT_S,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},  # noqa: TID251 - handed on
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def main() -> None:
    """Make sure there is a Chromium, or say loudly that there is none."""
    if find():
        return
    sys.stderr.write("No Chromium yet: installing it for the browser tests.\n")
    install()
    if not find():
        line = "!" * 80
        sys.stderr.write(f"{line}\n{MISSING}\n{line}\n")


if __name__ == "__main__":
    main()
