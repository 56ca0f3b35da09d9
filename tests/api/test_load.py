"""People who talk through two processes on one database, on any day."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmark.api.load import Faults, faults, serving_api, talked, warm


@pytest.mark.slow
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_of_eight_people_and_two_processes_nothing_is_lost_doubled_or_mixed(
    database_url: str, tmp_path: Path
) -> None:
    with ExitStack() as there:
        begun = [there.enter_context(serving_api(tmp_path, database_url)) for _ in range(2)]
        servers = [warm(url) for url in begun]
        people = talked(servers, people=8, seconds=8, pause_s=0.4)
    assert faults(database_url, people) == Faults(lost=0, doubled=0, mixed=0, refused=())
    assert min(len(person.said) for person in people) >= 2 * 5  # the fifth is sent twice
    log = "".join(file.read_text(encoding="utf-8") for file in tmp_path.glob("api-*.log"))
    assert "POST /api/runs 200" in log
    assert "chat-of-" not in log
