"""Another process that talks: of the lines it reads, one is asked, the next one answers it."""

import sys

from assistant import Assistant
from tidemark.engines.scripted import ScriptedEngine
from tidemark.settings import Settings


def main(url: str, session_id: str) -> None:
    """Say when each question is stored; it is answered when the next line comes."""
    engine = ScriptedEngine(replies=lambda _: sys.stdin.readline().strip())
    assistant = Assistant(Settings.read(database_url=url), engine=engine)
    while question := sys.stdin.readline().strip():
        run = assistant.ask(question, session_id)
        sys.stdout.write("asked\n")
        sys.stdout.flush()
        run.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
