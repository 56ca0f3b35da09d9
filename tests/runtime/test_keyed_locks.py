"""A lock for each key: one thread at a time, other keys free, nothing kept of what is let go."""

import threading

import pytest

from tidemark.runtime.keyed_locks import KeyedLocks


def test_one_key_lets_one_thread_in_and_leaves_other_keys_free() -> None:
    locks, order = KeyedLocks(), []
    waiting = threading.Event()

    def enter() -> None:
        waiting.set()
        with locks.hold("a"):
            order.append("second")

    with locks.hold("a"):
        thread = threading.Thread(target=enter)
        thread.start()
        assert waiting.wait(20)
        with locks.hold("b"):
            order.append("first")
        assert thread.is_alive()
    thread.join(5)
    assert order == ["first", "second"]


def test_a_thread_enters_again_what_it_holds_and_no_key_is_left_behind() -> None:
    locks = KeyedLocks()
    with locks.hold("a"), locks.hold("a"):
        assert len(locks) == 1
    with pytest.raises(ValueError, match="broken"), locks.hold("b"):
        raise ValueError("broken")
    assert len(locks) == 0
