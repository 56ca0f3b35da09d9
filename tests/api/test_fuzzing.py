"""Requests that nobody foresaw: each gets an answer as described, and none breaks the server."""

import random

from benchmark.api import fuzz


def test_no_request_breaks_the_server_or_waits() -> None:
    with fuzz.opened() as api:
        assert api.operations(examples=2, chance=1).faults == []
        found = api.bodies(200, random.Random(1))
    assert found.faults == []
    assert found.statuses[422] > 50
