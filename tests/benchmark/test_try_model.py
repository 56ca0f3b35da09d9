"""The talk with a model and its figures, at the local server that speaks OpenAI's protocol."""

from urllib.parse import urlsplit

from benchmark.try_model import TALK, refusals, table, talk
from tests.langchain_fixtures import openai_server
from tests.openai_server import OpenAIServer, says, says_json
from tests.service_server import CLEAR
from tidemark.engines.available_models import LocalServer

__all__ = ["openai_server"]  # a fixture


def test_each_step_of_the_talk_is_counted_and_each_refused_analysis_is_named(
    openai_server: OpenAIServer,
) -> None:
    bad = says("I cannot.")
    openai_server.play("understand", bad, bad, bad, says_json({**CLEAR, "details": []}))
    openai_server.play("reply", says("All right. " * 60))  # so that messages fold
    port = urlsplit(openai_server.url).port or 0

    turns, steps = talk(LocalServer("a server", port, ("a-model",)), "always")

    assert [turn.question for turn in turns] == list(TALK)
    _, _, understand, summarise, reply = table(steps)
    assert understand.startswith("| understand | 10 | 8 (80%) | 8 | 11 |")
    assert summarise.startswith("| summarise | ")
    assert reply.startswith("| reply | 10 | – | – | 10 |")
    assert [each.partition(": ")[0] for each in refusals(steps)] == ["understand"] * 2
