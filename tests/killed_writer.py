"""A program that talks, folds, imports, deletes and edits a document, and is killed while it does.

It imports once; for each line it reads, a JSON object that names an act, it forks a child that
brings the act about on an open Tidemark and goes on with others.  The child says what it was
promised, a JSON line each, at the moment it was.  With ``statement`` it kills itself right before
that statement or commit, counted from the beginning of the act; without, whoever reads may.
"""

import functools
import json
import os
import random
import re
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Engine, event

from assistant import Assistant
from tidemark.engines.scripted import Call, ScriptedEngine, ScriptedLine
from tidemark.errors import ReplyEmpty, SessionNotFound
from tidemark.runtime.events import Finished, Summarised
from tidemark.runtime.runs import Run
from tidemark.schema import Item, SessionMemory
from tidemark.schema.tools import ToolCall
from tidemark.settings import Settings
from tidemark.transfer.conversation import Conversation, PlainMessage

THRESHOLD = 250  # a fold every third turn, and a merge at most of them
QUESTION_TOKENS = 40  # about
DOCUMENT = "levels"  # of each session that is edited in, a list of numbers
_LIKED = "tea trains tulips tiles towers".split()
_NUMBER = re.compile(r"\d+")


def tell(what: str, **facts: object) -> None:
    """Say what was promised, at once."""
    os.write(1, (json.dumps({"what": what, **facts}) + "\n").encode())


def conversation(number: int, exchanges: int = 10) -> Conversation:
    """Return a conversation in words of its own; three exchanges and a question fold."""
    said = [
        PlainMessage(role=role, content=f"{at} of import {number} " + "in many words " * 8)
        for at in range(exchanges)
        for role in ("user", "assistant")
    ]
    return Conversation(title=f"Import {number}", messages=tuple(said))


def remembered(call: Call) -> SessionMemory:
    """Return a summary of what ``call`` gives: two facts, each resting on a message."""
    first, last = call.messages[0], call.messages[-1]
    return SessionMemory(
        key_facts=tuple(
            Item(text=f"It began with {message.content[:30]}", message_ids=(message.id,))
            for message in {first.id: first, last.id: last}.values()
        )
    )


def obedient(call: Call) -> ScriptedLine | None:
    """Return the call that a question for a change asks for, the same each time it is asked."""
    question = call.view.question if call.view is not None else ""
    word, number = question.partition(" ")[0], _NUMBER.search(question)
    if call.rounds or word not in ("Add", "Set", "Undo"):
        return None
    if number is None:
        asked = ToolCall(name="rollback_document", arguments={"name": DOCUMENT})
    elif word == "Set":
        begun = {"name": f"record {number[0]}", "content": number[0]}
        asked = ToolCall(name="create_document", arguments=begun)
    else:
        patch = json.dumps([{"op": "add", "path": "/levels/-", "value": int(number[0])}])
        added = {"name": DOCUMENT, "patch": patch, "reason": f"Added {number[0]}"}
        asked = ToolCall(name="edit_document", arguments=added)
    return ScriptedLine(calls=[asked])


def replied(call: Call, chance: random.Random) -> ScriptedLine:
    """Return a reply that comes whole, in pieces, broken off or not at all."""
    if (change := obedient(call)) is not None:
        return change
    text = f"Reply {chance.getrandbits(60)} " + "of many words " * chance.randrange(20)
    fails = ReplyEmpty("The script") if chance.random() < 0.1 else None
    return ScriptedLine(text, pause_s=chance.choice((0, 0, 0.0005)), fails=fails)


class Writer:
    """Talks in one session of an open Tidemark, and says what it was promised."""

    def __init__(self, url: str, session_id: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.session_id = session_id
        engine = ScriptedEngine(
            replies=functools.partial(replied, chance=self.chance), summaries=remembered
        )
        exports = Path(url.partition("///")[2] or "/tmp").parent / "exports"  # noqa: S108 - one killed
        settings = Settings.read(
            _env_file=None,
            database_url=url,
            token_threshold=THRESHOLD,
            engine="scripted",
            exports_dir=exports,
        )
        self.assistant = Assistant(settings, engine=engine)
        tell("opened")

    def turn(self, question: str = "") -> None:
        """Ask, or ask again; stop it now and then."""
        if self.assistant.turns.can_retry(self.session_id) and self.chance.random() < 0.7:
            self._follow(self.assistant.turns.retry(self.session_id))
            return
        likes = self.chance.choice(_LIKED)
        question = question or f"I like {likes} {self.chance.getrandbits(60)} " + "very much " * 12
        run = self.assistant.ask(question, self.session_id)
        tell("message", session=self.session_id, id=run.question_id, content=question.strip())
        if self.chance.random() < 0.1:
            run.stop()
        self._follow(run)

    def up_to_fold(self) -> None:
        """Go to a session whose next message folds what was said, for the first time."""
        self.session_id = self.bring_in(exchanges=3)
        self._fill()

    def up_to_merge(self) -> None:
        """Go to a session whose next message folds, and merges what was folded before."""
        self.session_id = self.bring_in()
        self._fill()

    def up_to_change(self) -> None:
        """See to it that the session has a document."""
        while self.assistant.documents.is_empty(self.session_id):
            self.turn()
            with suppress(SessionNotFound):
                self.assistant.documents.create(
                    DOCUMENT, {"levels": []}, session_id=self.session_id
                )

    def change(self) -> None:
        """Ask for a change of the document, for its undoing, or for another document."""
        number = self.chance.randrange(10**9)
        questions = [f"Add {number} to the levels"] * 3
        self.turn(self.chance.choice([*questions, "Undo that", f"Set up data for {number}"]))

    def bring_in(self, exchanges: int = 10) -> str:
        """Import a conversation and return its session."""
        number = self.chance.getrandbits(60)
        session_id = f"{self.session_id}_import_{number}"
        spoken = conversation(number, exchanges)
        tell("importing", session=session_id, conversation=spoken.model_dump(mode="json"))
        whole = self.assistant.transfer.store(spoken, session_id=session_id)
        tell("imported", session=session_id, count=whole.stored)
        return session_id

    def copy_and_delete(self) -> None:
        """Delete a conversation that was exported, and bring it back in."""
        found = (
            at for at in self.assistant.sessions.recent(limit=9) if at.title.startswith("Import ")
        )
        session_id = next((at.session_id for at in found), None)
        if session_id is None:
            self.bring_in()
            return
        path = self.assistant.transfer.export(session_id)
        count = self.assistant.sessions.get(session_id).message_count
        tell("deleting", session=session_id, count=count)
        self.assistant.sessions.delete([session_id])
        tell("deleted", session=session_id)
        tell("restoring", session=session_id, count=count)
        back = self.assistant.transfer.import_file(path)
        tell("imported", session=back.session_id, count=count)

    def _fill(self) -> None:
        while self.assistant.turns.meter(self.session_id).context + QUESTION_TOKENS <= THRESHOLD:
            self.turn()

    def _follow(self, run: Run) -> None:
        for at in run.events():
            if isinstance(at, Summarised):
                span = [at.folded.from_index, at.folded.to_index]
                tell("summary", session=self.session_id, id=at.summary_id, span=span)
            elif isinstance(at, Finished):
                content = run.text.strip()
                tell("message", session=self.session_id, id=at.message_id, content=content)


# What a child prepares, and what it does then, again and again until it is killed
Act = tuple[Callable[[Writer], object] | None, Callable[[Writer], object]]
ACTS: dict[str, Act] = {
    "migration": (None, Writer.turn),
    "turn": (None, Writer.turn),
    "fold": (Writer.up_to_fold, Writer.turn),
    "merge": (Writer.up_to_merge, Writer.turn),
    "import": (None, Writer.bring_in),
    "delete": (Writer.bring_in, Writer.copy_and_delete),
    "change": (Writer.up_to_change, Writer.change),
}
# The statement from which those of an act are counted, where its beginning is of no account
FIRST = {"change": "INSERT INTO document_versions"}


def die_before_statement(number: int, first: str = "") -> None:
    """Be killed right before this statement or commit, counted from the one that begins so."""
    left, counts = number, not first

    def count(*given: object) -> None:
        nonlocal left, counts
        counts = counts or str(given[2:3]).startswith(f"('{first}")
        left -= counts
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "commit", count)


def begin(statement: int | None, first: str = "") -> None:
    """Say that the act begins, and count statements from now."""
    tell("begun", id=os.getpid())
    if statement is not None:
        die_before_statement(statement, first)


def write_until_killed(
    url: str, session_id: str, act: str, seed: int, statement: int | None
) -> None:
    """Prepare the ``act``, then do it for ever."""
    prepare, work = ACTS[act]
    opens = act == "migration"
    if opens:
        begin(statement)
    writer = Writer(url, session_id, seed)
    if prepare is not None:
        prepare(writer)
    if not opens:
        begin(statement, FIRST.get(act, ""))
    while True:
        work(writer)


def warm_up() -> None:
    """Do each kind of work once, so that no child has to load what it needs."""
    with tempfile.TemporaryDirectory() as folder:
        writer = Writer(f"sqlite:///{folder}/warm.db", "warm", 0)
        writer.bring_in()
        writer.up_to_merge()
        writer.up_to_change()
        writer.change()
        writer.assistant.close()


def main() -> None:
    """Fork a writer for each line, and say when it is gone."""
    silence = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    warm_up()
    os.dup2(silence, 1)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            write_until_killed(**json.loads(line))
        _, status = os.waitpid(child, 0)
        tell("gone", id=child, by=os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
