"""JSON values for tests, made at random."""

from hypothesis import strategies as st
from pydantic import JsonValue

_NAMES = st.sampled_from(["a", "b", "c", "/", "~", "", "é"])
_PLAIN = st.sampled_from([None, True, False, 0, 1, 1.0, "", "x", "y"])
VALUES: st.SearchStrategy[JsonValue] = st.recursive(
    _PLAIN,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(_NAMES, inner, max_size=4),
    max_leaves=12,
)
