"""Searches through a local server that speaks SearXNG's API."""

import json

import pytest

from tests.search_server import searching
from tidemark.engines.web_search import WebPage, WebSearch, WebSearchFailed

RESULTS = [
    {"url": "https://tides.example/ostend", "title": "Ostend", "content": "High at 4:10."},
    {"url": "javascript:alert(1)", "title": "No page"},
    {"url": "https://coast.example", "title": "The coast", "content": None},
    {"url": "https://third.example", "title": "Third", "content": "More."},
]


def test_the_best_pages_are_returned_with_their_addresses() -> None:
    with searching(json.dumps({"query": "tides", "results": RESULTS})) as server:
        found = WebSearch(f"{server.url}/", timeout_s=20).search("tides Ostend", most=2)
    assert server.asked == [{"q": ["tides Ostend"], "format": ["json"]}]
    assert found == (
        WebPage("Ostend", "https://tides.example/ostend", "High at 4:10."),
        WebPage("The coast", "https://coast.example", ""),
    )


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("Forbidden", 403),  # the format "json" is not allowed there
        ("<html>", 200),
        ('{"results": [{"title": "no address"}]}', 200),
        (json.dumps({"results": [], "padding": "x" * 2_000_000}), 200),
        ("", 302),
    ],
)
def test_a_server_that_answers_otherwise_has_failed(body: str, status: int) -> None:
    with searching(body, status) as server, pytest.raises(WebSearchFailed):
        WebSearch(server.url, timeout_s=20).search("tides", most=2)


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "nowhere", "ftp://127.0.0.1"])
def test_a_server_that_cannot_be_reached_has_failed(url: str) -> None:
    with pytest.raises(WebSearchFailed):
        WebSearch(url, timeout_s=20).search("tides", most=2)
