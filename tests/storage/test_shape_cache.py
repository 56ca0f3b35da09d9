"""Rows are parsed once for as long as they stay the same."""

from tidemark.storage.shape_cache import ShapeCache


def test_a_row_is_parsed_again_once_it_changed_or_its_session_was_forgotten() -> None:
    parsed: list[tuple[int, str]] = []

    def parse(row: tuple[int, str]) -> str:
        parsed.append(row)
        return row[1].upper()

    cache = ShapeCache[tuple[int, str], str]()

    assert cache.parse("me", "talk", [(1, "a"), (2, "b")], parse) == ("A", "B")
    assert cache.parse("me", "talk", [(1, "a"), (2, "c")], parse) == ("A", "C")
    assert cache.parse("you", "talk", [(1, "a")], parse) == ("A",)
    cache.forget("talk")
    assert cache.parse("me", "talk", [(2, "c")], parse) == ("C",)

    assert parsed == [(1, "a"), (2, "b"), (2, "c"), (1, "a"), (2, "c")]
