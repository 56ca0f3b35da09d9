"""What the command line tells of the person's settings, and lets them choose."""

import json

from tests.cli.test_memory import Tidemark, tidemark

__all__ = ["tidemark"]  # a fixture


def test_settings_are_printed_chosen_and_left(tidemark: Tidemark) -> None:
    assert "budget      not set\n" in tidemark("settings")
    assert tidemark("settings", "budget", "900") == "budget      900\n"
    tidemark("settings", "clarifying", "never")
    tidemark("settings", "prices", '{"currency": "EUR", "models": {"m": {"input": 1}}}')
    tidemark("settings", "prompts", '{"reply": "Reply in one sentence:"}')
    chosen = json.loads(tidemark("settings", "--json"))
    assert chosen["prompts"] == {"reply": "Reply in one sentence:"}
    assert (chosen["budget"], chosen["clarifying"]) == (900, "never")
    assert chosen["prices"]["models"] == {"m": {"input": 1.0, "output": 0.0}}
    assert tidemark("settings", "budget", "--default") == "budget      not set\n"


def test_a_setting_that_is_none_is_refused(tidemark: Tidemark) -> None:
    tidemark("settings", "colour", code=2)
    tidemark("settings", "colour", "red", code=2)
    tidemark("settings", "budget", "3", code=2)
    tidemark("settings", "prices", "{", code=2)
    tidemark("settings", "prompts", '{"no name": "a text"}', code=2)
    tidemark("settings", "--default", code=2)
