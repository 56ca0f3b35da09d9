"""Expectations that cost the page little while what they look at is not there yet.

At each look at an element that is missing, Playwright writes down the whole page for its message:
a seventh of what Chromium does while a page is drawn.
"""

from contextlib import suppress

from playwright import sync_api
from playwright._impl.assertions import LocatorAssertions
from playwright._impl.internal_structures import FrameExpectOptions, FrameExpectResult

_MET_BY_NOTHING = ("to.be.hidden", "to.be.detached")


class PatientAssertions(LocatorAssertions):
    """Playwright's assertions, which first wait until there is something to look at."""

    async def _call_expect(
        self, expression: str, expect_options: FrameExpectOptions, title: str | None
    ) -> FrameExpectResult:
        is_of_many = expression == "to.have.count" or expression.endswith(".array")
        if not (is_of_many or expect_options.get("isNot") or expression in _MET_BY_NOTHING):
            found = self._actual_locator.first
            with suppress(sync_api.TimeoutError):  # whose message says less than that of the look
                await found.wait_for(timeout=expect_options["timeout"], state="attached")
        return await super()._call_expect(expression, expect_options, title)


def wait_patiently() -> None:
    """Let every ``expect`` of this process look at a page only once what it names is there."""
    setattr(sync_api, "LocatorAssertionsImpl", PatientAssertions)  # noqa: B010 - a name of its own
