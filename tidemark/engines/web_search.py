"""Searches the web through a SearXNG server that the settings name."""

from itertools import islice
from typing import NamedTuple

import httpx
from pydantic import BaseModel, Field, ValidationError

_MOST_BYTES = 2_000_000


class WebPage(NamedTuple):
    """A page that a search found: its title, its address, and a few of its words."""

    title: str
    url: str
    text: str


class WebSearchFailed(Exception):
    """The server did not answer a search."""


class _Found(BaseModel):
    url: str
    title: str = ""
    content: str | None = None


class _Answer(BaseModel):
    results: list[_Found] = Field(default_factory=list)


class WebSearch:
    """The SearXNG server at ``url``, with a time limit of ``timeout_s`` seconds.

    It uses the search API of SearXNG (https://docs.searxng.org/dev/search_api.html); the server
    must allow the format "json".
    """

    def __init__(self, url: str, *, timeout_s: float) -> None:
        self._address = f"{url.rstrip('/')}/search"
        self._timeout_s = timeout_s

    def search(self, query: str, *, most: int) -> tuple[WebPage, ...]:
        """Return at most ``most`` pages about ``query``, best first.

        Raises:
            WebSearchFailed: The server cannot be reached, refuses, or answers in another form.
        """
        asked = {"q": query, "format": "json"}
        try:
            with httpx.stream(
                "GET", self._address, params=asked, timeout=self._timeout_s
            ) as response:
                response.raise_for_status()
                answer = _Answer.model_validate_json(_body(response))
        except (httpx.HTTPError, httpx.InvalidURL, ValidationError) as error:
            raise WebSearchFailed from error
        found = (each for each in answer.results if each.url.startswith(("http://", "https://")))
        pages = (WebPage(each.title, each.url, each.content or "") for each in found)
        return tuple(islice(pages, most))


def _body(response: httpx.Response) -> bytes:
    """Return the body of a response, up to the size that a search needs."""
    body = b""
    for piece in response.iter_bytes():
        body += piece
        if len(body) > _MOST_BYTES:
            raise httpx.DecodingError("too long")
    return body
