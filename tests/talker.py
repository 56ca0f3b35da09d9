"""A process that talks until it is killed: says on standard output what it has been promised."""

import itertools
import sys

from assistant import Assistant
from tidemark.engines.scripted import Line, ScriptedEngine
from tidemark.settings import Settings


def main(url: str) -> None:
    """Ask again and again; write each question once ``ask`` returned: it is stored then."""
    replies: list[str | Line] = ["word " * 60, Line("slow " * 30, pause_s=0.002)]
    engine = ScriptedEngine(replies=lambda call: replies[len(engine.calls) % 2])
    assistant = Assistant(Settings.read(database_url=url, token_threshold=400), engine=engine)
    for number in itertools.count():
        question = f"Question {number}: {'word ' * 20}"
        run = assistant.ask(question, "talk")
        sys.stdout.write(f"{question}\n")
        sys.stdout.flush()
        run.wait(10)


if __name__ == "__main__":
    main(sys.argv[1])
