"""Jobs in the background: one live one for each user, remembered until it is forgotten."""

import threading

from tidemark.runtime.jobs import Job, Jobs


def test_each_user_has_one_live_job_of_a_kind() -> None:
    jobs, go_on = Jobs[str](), threading.Event()

    def work(_: Job[str]) -> str:
        go_on.wait(20)
        return "done"

    mine, yours = jobs.begin("me", work, total=1), jobs.begin("you", work, total=1)
    assert mine is not yours
    assert jobs.begin("me", work, total=1) is mine
    go_on.set()
    assert mine.wait(20)
    assert (jobs.last("me"), mine.result) == (mine, "done")
    jobs.forget("me")
    assert (jobs.last("me"), jobs.last("you")) == (None, yours)
    assert jobs.begin("me", work, total=1) is not mine


def test_ending_all_jobs_stops_those_of_every_user() -> None:
    jobs = Jobs[None]()

    def work(job: Job[None]) -> None:
        while True:
            job.step()

    begun = [jobs.begin(user_id, work, total=1) for user_id in ("me", "you")]
    jobs.end_all(timeout_s=5)
    assert [(job.is_over, job.is_stopped) for job in begun] == [(True, True)] * 2
