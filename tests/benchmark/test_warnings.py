"""Warnings in benchmarks and in served pages are errors."""

import subprocess

import pytest

from tests.browser.served import ROOT
from tests.warnings_as_errors import PYTHON

_MEAN_OF_NOTHING = "import numpy; numpy.zeros(0).mean()"


@pytest.mark.parametrize(
    "command",
    [("python", "-c", f"import benchmark; {_MEAN_OF_NOTHING}"), (*PYTHON, "-c", _MEAN_OF_NOTHING)],
    ids=["benchmark", "served"],
)
def test_a_warning_ends_the_program(command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [PYTHON[0], *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "RuntimeWarning: Mean of empty slice"
