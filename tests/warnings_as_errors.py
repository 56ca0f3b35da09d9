"""Turns warnings into errors in benchmarks and in the programs that tests start."""

import re
import sys
import warnings

# Other people's code, by the beginning of the message, as in pyproject.toml
# requests silences the last one for the whole process, unless another thread, which ends a
# catch_warnings meanwhile, undoes that: LangGraph loads requests in the background
_IGNORED = ("invalid escape sequence", "XDG_RUNTIME_DIR is not set", "SOCKS support in urllib3")

PYTHON = (  # the command that runs Python so
    sys.executable,
    *("-W", "error"),
    *(part for message in _IGNORED for part in ("-W", f"ignore:{message}")),
)


def turn_on() -> None:
    """Raise every warning in this process, but for the ones of other people's code."""
    warnings.simplefilter("error")
    for message in _IGNORED:
        warnings.filterwarnings("ignore", re.escape(message))
