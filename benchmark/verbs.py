"""Every action that changes a chat, in any order, by two peers over one database.

``python -m benchmark.verbs [--examples 60] [--steps 40] [--seed N] [--shortest] [--url …]`` lets
Hypothesis choose the actions of two processes, one after another or while the other one is
answering, and checks all rows against ``benchmark.promises`` after each step.  A failure prints the
steps that led to it.  The tests run the same with two Assistants in one process, which share only
the file.
"""

import argparse
import datetime as dt
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from assistant import Assistant
from benchmark import promises
from benchmark.databases import local_database
from benchmark.promises import Row, Rows
from database import Database, ScopedDatabase
from tests.warnings_as_errors import PYTHON
from tidemark.engines.scripted import Call, Entry, ScriptedEngine, ScriptedLine
from tidemark.errors import EngineUnreachable, UserError, ViewUnreadable
from tidemark.retrieval.recall_query import RecallQuery
from tidemark.runtime.events import StepStarted
from tidemark.runtime.runs import Run
from tidemark.schema import ITEM_KINDS, Message, NewMessage
from tidemark.schema.branches import switches
from tidemark.schema.prompt_snapshot import Excluded
from tidemark.schema.scope import LOCAL
from tidemark.settings import Settings
from tidemark.transfer.conversation import Conversation, PlainMessage
from utils import TokenCounter

THRESHOLD = 300
_WAIT_S = 20.0
_COUNTER = TokenCounter()
_PLACES = "Lisbon", "Ghent", "Porto", "Bergen", "Turin"
_DEAD = f"{socket.gethostname()}/4194305/dead/1"  # no process has such a number
_BREAKS, _ASKS, _SLOW = "break off", "which of them", "take your time"
_BEGAN = dt.datetime(2026, 1, 31, 23, tzinfo=dt.UTC)
_PROJECT = Path(__file__).parent.parent

Verb = Callable[[Assistant, str, int, int], object]


class _NothingToDo(UserError):
    """The chat has nothing to which the action applies."""


# Messages of a peer


def word(fresh: int) -> str:
    """Return the word that only the message of step ``fresh`` contains."""
    return f"kappa{fresh}x"


def said(number: int, fresh: int) -> str:
    """Return the person's message in step ``fresh``: a statement, a question or a correction."""
    place, other = _PLACES[fresh % 5], _PLACES[(fresh + 1) % 5]
    told = f"Room {word(fresh)}"
    kinds = (
        f"{told} in {place} costs {fresh + 20} euros. I booked it with {word(fresh)} for two days.",
        f"{told}: I prefer {place} to {other}, and I am allergic to shellfish.",
        f"{told}: not {place}, rather {other}.",
        f"{told}: what did I book in {place}?",
        f"{told}: remind me to call the hotel in {place}. Now {_BREAKS}.",
        f"{told}: {_ASKS} is in {place}?",
        f"{told} is quiet. Forget that I am allergic to shellfish.",
        f"{told}. " + f"In {place} we walk along the river to the old town. " * 24,
    )
    return kinds[number % len(kinds)]


def _understood(call: Call) -> Entry | None:
    if call.view is None or _ASKS not in call.view.question:
        return None
    asked = {"possible_interpretations": ["the first", "the last"], "clarifying_questions": ["?"]}
    return {"is_ambiguous": True, **asked}


def engine(may_go_on: threading.Event) -> ScriptedEngine:
    """Return an engine that fails, asks back or waits if the question says so."""

    def replied(call: Call) -> Entry | None:
        question = call.view.question if call.view else ""
        if _BREAKS in question:
            return ScriptedLine("It begins", fails=EngineUnreachable("It", "a test"))
        if _SLOW in question:
            may_go_on.wait(_WAIT_S)
            return "Slowly"
        return None

    return ScriptedEngine(replied, _understood)


# Actions of a peer; ``number`` chooses their object


def _pick(found: Sequence[Any], number: int) -> Any:  # noqa: ANN401 - one of what is given
    if not found:
        raise _NothingToDo("There is nothing to do it to.")
    return found[number % len(found)]


def _message(assistant: Assistant, session_id: str, number: int, role: str = "") -> Message:
    stored = assistant.database.get_messages(session_id)
    found = [message for message in stored if role in ("", message.role)]
    return _pick(found[::-1], number)  # type: ignore[no-any-return]


def _item(assistant: Assistant, session_id: str, number: int) -> tuple[Any, str]:
    summaries = assistant.sessions.summaries(session_id)
    kind, item = _pick([each for at in summaries for each in at.memory.all_items()], number)
    return kind, item.text


def _ask(assistant: Assistant, session_id: str, number: int, fresh: int) -> None:
    assistant.ask(said(number, fresh), session_id).wait(_WAIT_S)


def _ask_new(assistant: Assistant, _: str, number: int, fresh: int) -> None:
    assistant.ask(said(number % 4, fresh)).wait(_WAIT_S)


def _die(assistant: Assistant, session_id: str, _: int, fresh: int) -> None:
    now = assistant.now()
    question = NewMessage.counted("user", f"Room {word(fresh)} is last", now, _COUNTER)
    assistant.database.turns.start(session_id, question, title="Cut", owner=_DEAD, now=now)


def _retry(assistant: Assistant, session_id: str, _: int, __: int) -> None:
    assistant.turns.retry(session_id).wait(_WAIT_S)


def _answer_anyway(assistant: Assistant, session_id: str, _: int, __: int) -> None:
    assistant.turns.answer_anyway(session_id).wait(_WAIT_S)


def _retry_without(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    last = assistant.turns.last(session_id)
    if last is not None:
        without = Excluded(message_ids=(_message(assistant, session_id, number).id,))
        assistant.turns.retry_without(session_id, last.question_id, without).wait(_WAIT_S)


def _regenerate(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    reply = _message(assistant, session_id, number // 3, "assistant")
    assistant.replies.regenerate(session_id, reply.position).wait(_WAIT_S)


def _choose(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    aside = [at for at in assistant.database.get_messages(session_id) if at.is_retired]
    assistant.replies.choose(session_id, _pick(aside, number).position)


def _rate(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    reply = _message(assistant, session_id, number, "assistant")
    assistant.replies.rate(session_id, reply.id, is_good=bool(number % 2))


def _edit_question(assistant: Assistant, session_id: str, number: int, fresh: int) -> None:
    question = _message(assistant, session_id, number, "user")
    run = assistant.branches.edit_question(session_id, question.position, said(number, fresh))
    run.wait(_WAIT_S)


def _fork(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    assistant.branches.fork(session_id, _message(assistant, session_id, number).position)


def _show_branch(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    members = assistant.branches.session_ids(session_id)
    assistant.branches.show(_pick(members, number))


def _fold(assistant: Assistant, session_id: str, _: int, __: int) -> None:
    assistant.folding.begin(session_id).wait(_WAIT_S)


def _undo(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    folds = [at for at in assistant.fold_history.all(session_id) if at.withdrawn_at is None]
    assistant.fold_history.undo(session_id, _pick(folds, number).id)


def _redo(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    undone = [at for at in assistant.fold_history.all(session_id) if at.withdrawn_at is not None]
    assistant.fold_history.redo(session_id, _pick(undone, number).id)


def _pin(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    message = _message(assistant, session_id, number)
    assistant.memory_editing.pin_message(session_id, message.id, keeps=not message.is_pinned)


def _pin_item(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    kind, text = _item(assistant, session_id, number)
    assistant.memory_editing.pin(session_id, kind, text, keeps=number % 4 != 3)


def _edit_item(assistant: Assistant, session_id: str, number: int, fresh: int) -> None:
    kind, text = _item(assistant, session_id, number)
    into = ITEM_KINDS[number % len(ITEM_KINDS)]
    assistant.memory_editing.edit(session_id, kind, text, f"{text}, {fresh}", into)


def _delete_item(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    assistant.memory_editing.delete(session_id, *_item(assistant, session_id, number))


def _add_item(assistant: Assistant, session_id: str, number: int, fresh: int) -> None:
    kind = ITEM_KINDS[number % len(ITEM_KINDS)]
    assistant.memory_editing.add(session_id, kind, f"Choose number {fresh}")


def _restore_version(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    summary = _pick(assistant.sessions.summaries(session_id), number)
    count = len(assistant.memory_editing.versions(session_id, summary.id))
    assistant.memory_editing.restore(session_id, summary.id, 1 + number % max(count, 1))


def _learn(assistant: Assistant, _: str, number: int, fresh: int) -> None:
    entries = assistant.profile.entries()
    if number % 3 == 0 or not entries:
        assistant.profile.add("key_facts", f"I live in room {fresh}")
    elif number % 3 == 1:
        assistant.profile.edit(_pick(entries, number).entry_id, f"I live at {fresh}")
    else:
        assistant.profile.forget(_pick(entries, number).entry_id)


def _remember_across(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    assistant.profile.remember_across(session_id, is_on=bool(number % 2))


def _rename(assistant: Assistant, session_id: str, _: int, fresh: int) -> None:
    assistant.sessions.rename(session_id, f"Chat {fresh}")


def _archive(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    assistant.sessions.archive([session_id], is_on=bool(number % 2))


def _trash(assistant: Assistant, session_id: str, _: int, __: int) -> None:
    assistant.sessions.move_to_trash([session_id])


def _restore(assistant: Assistant, _: str, number: int, __: int) -> None:
    trashed = assistant.sessions.trashed()
    assistant.sessions.restore([_pick(trashed, number).session_id])


def _delete(assistant: Assistant, session_id: str, _: int, __: int) -> None:
    assistant.sessions.delete([session_id])


def _export_and_import(assistant: Assistant, session_id: str, number: int, _: int) -> None:
    path = assistant.transfer.export(session_id)
    if number % 2:
        assistant.sessions.delete([session_id])
    assistant.transfer.import_file(path)


def _import_file(assistant: Assistant, _: str, number: int, __: int) -> None:
    folder = assistant.configuration.settings.exports_dir
    paths = sorted(folder.glob("*.jsonl")) if folder.is_dir() else []
    assistant.transfer.import_file(_pick(paths, number))


def _import_talk(assistant: Assistant, session_id: str, number: int, fresh: int) -> None:
    """Import a conversation that begins like a stored chat, or like none."""
    stored = assistant.database.get_messages(session_id)[: 2 * (number % 4)]
    path = [PlainMessage(role=at.role, content=at.content) for at in stored if at.content.strip()]
    path += [
        PlainMessage(role="user", content=said(number % 4, fresh)),
        PlainMessage(role="assistant", content=f"So it is, in {word(fresh)}."),
    ]
    name = session_id if number % 2 else f"talk_{number}"
    assistant.transfer.store(Conversation(session_id=name, messages=tuple(path)))


TALKING: dict[str, Verb] = {
    "ask": _ask,
    "ask in a new chat": _ask_new,
    "be cut off": _die,
    "retry": _retry,
    "answer anyway": _answer_anyway,
    "answer again without": _retry_without,
    "answer again": _regenerate,
    "choose": _choose,
    "rate": _rate,
}
FOLDING: dict[str, Verb] = {
    "fold": _fold,
    "undo": _undo,
    "redo": _redo,
    "pin": _pin,
    "pin item": _pin_item,
    "edit item": _edit_item,
    "delete item": _delete_item,
    "add item": _add_item,
    "restore version": _restore_version,
}
PARTING: dict[str, Verb] = {"send anew": _edit_question, "fork": _fork, "look": _show_branch}
KEEPING: dict[str, Verb] = {
    "learn": _learn,
    "remember across": _remember_across,
    "rename": _rename,
    "archive": _archive,
    "trash": _trash,
    "restore": _restore,
    "delete": _delete,
}
MOVING: dict[str, Verb] = {
    "export and import": _export_and_import,
    "import file": _import_file,
    "import talk": _import_talk,
}
GROUPS = TALKING, FOLDING, PARTING, KEEPING, MOVING
VERBS = {name: verb for group in GROUPS for name, verb in group.items()}


def tell(assistant: Assistant, session_id: str) -> dict[str, Any]:
    """Return an assistant's report on a chat: its view, its memory, its folds."""
    view = assistant.turns.view(session_id, "What did I book in Porto?")
    shown = {message_id for piece in view.pieces for message_id in piece.message_ids}
    pinned = assistant.database.messages.pinned(session_id)
    stored = assistant.database.get_messages(session_id)
    return {
        "view": view.model_dump_json(),
        "is over": view.tokens > THRESHOLD,
        "pins left out": [at.position for at in pinned if at.id not in shown],
        "memory": assistant.memory_overview.running(session_id).model_dump_json(),
        "folds": [fold.model_dump_json() for fold in assistant.fold_history.all(session_id)],
        "meter": assistant.turns.meter(session_id).model_dump_json(),
        "prompts": sorted({_prompt(assistant, session_id, at.id) for at in stored} - {""}),
    }


def _prompt(assistant: Assistant, session_id: str, message_id: int) -> str:
    """Return how the rebuilt prompt of a reply differs from the one sent, if it does."""
    try:
        found = assistant.prompt_inspection.of_reply(session_id, message_id)
    except ViewUnreadable:
        return "gone"
    return "" if found is None or found.is_as_sent else "another"


# The peers


class Peer(Protocol):
    """One of two users of the same database."""

    def open(self, url: str, folder: Path) -> None:
        """Open the database at ``url``; exports go to ``folder``."""

    def do(self, verb: str, session_id: str, number: int = 0, fresh: int = 0) -> Any:  # noqa: ANN401
        """Run the action ``verb`` as ``Here`` does."""

    def close(self) -> None:
        """Close the database."""


class Here:
    """A peer in this process, which shares nothing else; its clock advances only by steps."""

    def __init__(self) -> None:
        self._may_go_on = threading.Event()
        self._assistant: Assistant | None = None
        self._run: Run | None = None
        self._minutes = 0

    def open(self, url: str, folder: Path) -> None:
        """Open the database at ``url``; exports go to ``folder``."""
        given = Settings.read(
            _env_file=None, database_url=url, exports_dir=folder, token_threshold=THRESHOLD
        )
        self._minutes = 0
        self._may_go_on.set()
        self._assistant = Assistant(given, engine=engine(self._may_go_on), clock=self._now)

    def do(self, verb: str, session_id: str, number: int = 0, fresh: int = 0) -> Any:  # noqa: ANN401
        """Run ``verb``; return the class of the error that refused it, or what ``tell`` returns."""
        assert self._assistant is not None
        self._minutes = max(self._minutes, fresh)
        try:
            if verb == "tell":
                return tell(self._assistant, session_id)
            if verb == "begin":
                self._begin(self._assistant, session_id, fresh)
            elif verb == "settle":
                self._settle(is_stopped=bool(number % 2))
            else:
                VERBS[verb](self._assistant, session_id, number, fresh)
        except UserError as error:
            return type(error).__name__
        return ""

    def close(self) -> None:
        """Close the database."""
        self._settle(is_stopped=True)
        if self._assistant is not None:
            self._assistant.close()

    def _begin(self, assistant: Assistant, session_id: str, fresh: int) -> None:
        """Ask, and let the engine wait once it is called for the reply."""
        self._may_go_on.clear()
        self._run = assistant.ask(f"Room {word(fresh)}: {_SLOW}", session_id)
        next(at for at in self._run.events() if at == StepStarted("responder"))

    def _settle(self, *, is_stopped: bool) -> None:
        if self._run is not None and is_stopped:
            self._run.stop()
        self._may_go_on.set()
        if self._run is not None:
            self._run.wait(_WAIT_S)
            self._run = None

    def _now(self) -> dt.datetime:
        return _BEGAN + dt.timedelta(minutes=self._minutes)


class There:
    """A peer in a process of its own, which serves one database after another."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # it lives as long as this program
            [*PYTHON, "-m", "benchmark.verbs", "--serve"],
            cwd=_PROJECT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def open(self, url: str, folder: Path) -> None:
        """Open the database at ``url``; exports go to ``folder``."""
        self._ask(url=url, folder=str(folder))

    def do(self, verb: str, session_id: str, number: int = 0, fresh: int = 0) -> Any:  # noqa: ANN401
        """Run the action ``verb`` as ``Here`` does."""
        return self._ask(verb=verb, session_id=session_id, number=number, fresh=fresh)

    def close(self) -> None:
        """Close the database."""
        self._ask(close=True)

    def end(self) -> None:
        """End the process."""
        self._process.stdin and self._process.stdin.close()
        self._process.wait(_WAIT_S)

    def _ask(self, **asked: object) -> Any:  # noqa: ANN401
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


def _serve() -> None:
    """Run the request on each line of the input; answer each with a line."""
    out, served = os.dup(1), Here()
    os.dup2(2, 1)
    for line in sys.stdin:
        asked = json.loads(line)
        answer = ""
        if "verb" in asked:
            answer = served.do(**asked)
        elif "url" in asked:
            served.open(asked["url"], Path(asked["folder"]))
        else:
            served.close()
        os.write(out, (json.dumps(answer) + "\n").encode())


# The machine

_NUMBERS, _PEERS = st.integers(0, 11), st.integers(0, 1)
_CHATS = st.sampled_from([0, 0, 0, 1, 2, 3, 4])  # mostly one chat, so that more actions coincide
_OFTEN = ["ask", "answer again", "choose", "undo", "redo", "fold", "pin", "fork", "send anew"]
_GONE = {"delete", "export and import"}
_NAMED = {"export and import", "import file", "import talk", "ask"}
_WORD = re.compile(r"kappa\d+x")


def changes(before: Rows, after: Rows, touched: set[str], verb: str) -> Iterator[str]:
    """Yield changes by ``verb`` outside the chats it ``touched``, and losses within these."""
    there = set(after.session_ids)
    for session_id in before.session_ids:
        if session_id not in there:
            if session_id not in touched or not _GONE & set(verb.split(", ")):
                yield f"{session_id} is gone after {verb}"
            continue
        was, now = (
            [_word_for_word(at) for at in of.messages(session_id)] for of in (before, after)
        )
        if now[: len(was)] != was:
            yield f"{session_id} does not say what it said before {verb}"
        if session_id in touched:
            continue
        for table in ("messages", "session_summaries", "turns"):
            rows = [of.of_session[table].get(session_id) for of in (before, after)]
            if rows[0] != rows[1]:
                yield f"{verb} changed {table} of {session_id}, which it has nothing to do with"


def _word_for_word(row: Row) -> tuple[object, ...]:
    return tuple(row[name] for name in ("role", "content", "timestamp", "token_count"))


def _verbs(*groups: Mapping[str, Verb]) -> st.SearchStrategy[str]:
    """Choose a verb of ``groups``, some of them more often."""
    names = [name for group in groups for name in group]
    return st.sampled_from([*names, *(name for name in _OFTEN * 2 if name in names)])


class AnyOrder(RuleBasedStateMachine):
    """Two peers that act as Hypothesis chooses; every promise is checked after each step."""

    peers: Sequence[Peer] = ()
    url = ""  # of a database that is emptied for each example; without one a new file is made
    empty_file: Path

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="tidemark-verbs-"))
        url = self.url
        if not url:
            shutil.copyfile(self.empty_file, self.folder / "tidemark.db")
            url = f"sqlite:///{self.folder}/tidemark.db"
        self.watched = Database(url)
        self.database = self.watched.scoped(LOCAL)
        _empty(self.database)
        for peer in self.peers:
            peer.open(url, self.folder / "exports")
        self.rows, self.fresh = promises.read(self.database), 0
        self.given: set[str] = set()
        self.is_less = False

    @initialize()
    def talk(self) -> None:
        """Create two chats, one with a fold."""
        for chat in ("chat_0",) * 6 + ("chat_1",):
            self.fresh += 1
            self.peers[0].do("ask", chat, 0, self.fresh)
        self._hold({"chat_0", "chat_1"}, "ask")

    @rule(verb=_verbs(TALKING), peer=_PEERS, chat=_CHATS, number=_NUMBERS)
    def say(self, verb: str, peer: int, chat: int, number: int) -> None:
        """Ask, answer again, choose."""
        self._act(verb, peer, chat, number)

    @rule(verb=_verbs(FOLDING), peer=_PEERS, chat=_CHATS, number=_NUMBERS)
    def remember(self, verb: str, peer: int, chat: int, number: int) -> None:
        """Fold, undo and redo, edit memory."""
        self._act(verb, peer, chat, number, is_folded=True)

    @rule(verb=_verbs(TALKING, FOLDING), peer=_PEERS, chat=_CHATS, number=_NUMBERS)
    def take_back(self, verb: str, peer: int, chat: int, number: int) -> None:
        """Undo a fold, do something, and redo it."""
        session_id = self._chat(chat, is_folded=True)
        self.fresh += 1
        for each, by in (("undo", peer), (verb, 1 - peer), ("redo", peer)):
            self.peers[by].do(each, session_id, number, self.fresh)
        self._hold({session_id}, f"undo, {verb}, redo")

    @rule(verb=_verbs(PARTING), peer=_PEERS, chat=_CHATS, number=_NUMBERS)
    def part(self, verb: str, peer: int, chat: int, number: int) -> None:
        """Fork, edit a message, open a branch."""
        self._act(verb, peer, chat, number)

    @rule(verb=_verbs(KEEPING), peer=_PEERS, chat=_CHATS, number=_NUMBERS)
    def keep(self, verb: str, peer: int, chat: int, number: int) -> None:
        """Rename, archive, delete, restore."""
        self._act(verb, peer, chat, number)

    @rule(verb=_verbs(MOVING), peer=_PEERS, chat=_CHATS, number=_NUMBERS)
    def move(self, verb: str, peer: int, chat: int, number: int) -> None:
        """Export and import."""
        self._act(verb, peer, chat, number)

    @rule(verb=_verbs(*GROUPS), peer=_PEERS, chat=_CHATS, number=_NUMBERS)
    def meddle(self, verb: str, peer: int, chat: int, number: int) -> None:
        """Act on a chat while the other peer is answering in it."""
        session_id = self._chat(chat)
        self.fresh += 2
        self.peers[1 - peer].do("begin", session_id, number, self.fresh)
        self.peers[peer].do(verb, session_id, number, self.fresh - 1)
        self.peers[1 - peer].do("settle", session_id, number)
        self._hold({session_id}, f"begin, {verb}")

    def teardown(self) -> None:
        """Export all and import it elsewhere: it must be equal; then close."""
        try:
            self._compare_copies()
        finally:
            for peer in self.peers:
                peer.close()
            self.watched.close()
            shutil.rmtree(self.folder)

    def _chat(self, chat: int, *, is_folded: bool = False) -> str:
        ids = self.rows.session_ids
        if is_folded:
            ids = [at for at in ids if self.rows.summaries(at)] or ids
        return ids[chat % len(ids)] if ids else f"chat_{self.fresh}"

    def _act(
        self, verb: str, peer: int, chat: int, number: int, *, is_folded: bool = False
    ) -> None:
        session_id = self._chat(chat, is_folded=is_folded)
        self.fresh += 1
        self.peers[peer].do(verb, session_id, number, self.fresh)
        self._hold({session_id}, verb)

    def _hold(self, session_ids: set[str], verb: str) -> None:
        before, self.rows = self.rows, promises.read(self.database)
        touched = {
            at for each in session_ids for of in (before, self.rows) for at in of.family(each)
        }
        faults = [
            *promises.broken(self.rows, self.database, threshold=THRESHOLD, counter=_COUNTER),
            *changes(before, self.rows, touched, verb),
            *self._given_twice(before, verb),
            *(fault for each in touched for fault in self._untold(each)),
        ]
        assert not faults, "\n".join(faults)

    def _given_twice(self, before: Rows, verb: str) -> Iterator[str]:
        new = set(self.rows.session_ids) - set(before.session_ids)
        if not _NAMED & set(verb.split(", ")):
            yield from (f"{at} is given twice" for at in new & self.given)
        self.given |= new
        self.is_less |= bool(_GONE & set(verb.split(", ")))

    def _untold(self, session_id: str) -> Iterator[str]:
        """Yield differences between the peers' reports on a chat."""
        session = {row["session_id"]: row for row in self.rows.tables["sessions"]}.get(session_id)
        if session is None or session["trashed_at"] is not None:
            return
        switches(self.database.branches.family(session_id), session_id)
        one, other = (peer.do("tell", session_id) for peer in self.peers)
        yield from (f"{session_id}: {name} differs" for name in one if one[name] != other[name])
        may_differ = ["gone"] if self.is_less else []  # deleted data is in no prompt either
        if one["is over"] or one["pins left out"] or one["prompts"] not in ([], may_differ):
            told = {name: one[name] for name in ("is over", "pins left out", "prompts")}
            yield f"{session_id}: {told}"
        pending = {at["question_id"] for at in self.rows.turns(session_id) if at["owner"]}
        stored = self.rows.messages(session_id)  # a question is indexed when its turn ends
        asked = [at for at in stored if at["role"] == "user" and at["id"] not in pending]
        for row in (*asked[:1], *asked[-1:]):
            for found in _WORD.findall(row["content"])[:1]:
                hits = self.database.recall.find(session_id, RecallQuery.read(found))
                if row["position"] not in {hit.position for hit in hits}:
                    yield f"{session_id}: {found} is not found"

    def _compare_copies(self) -> None:
        with local_database(f"sqlite:///{self.folder}/copy.db") as copy:
            for session in self.database.session_lists.recent(limit=99):
                record = self.database.record(session.session_id)
                first = record.session_id
                copy.restore(first, record)
                assert copy.record(first) == record, f"{first} is not the same elsewhere"


def _empty(database: ScopedDatabase) -> None:
    lists = database.session_lists
    for listed in (lists.recent, lists.archived, lists.trashed):
        while found := listed():
            for session in found:
                database.sessions.delete(session.session_id)
    database.profile.clear()


def run(
    peers: Sequence[Peer],
    *,
    examples: int,
    steps: int,
    url: str = "",
    chance: int,
    shrinks: bool = False,
) -> None:
    """Let ``peers`` run ``steps`` actions in ``examples`` examples, chosen by ``chance``."""
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.db"
        Database(f"sqlite:///{empty}").close()
        machine = type("Machine", (AnyOrder,), {"peers": peers, "url": url, "empty_file": empty})
        chosen = settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.generate, Phase.shrink) if shrinks else (Phase.generate,),
            print_blob=False,
        )
        run_state_machine_as_test(seed(chance)(machine), settings=chosen)


def main() -> None:
    """Run it for long, in two processes."""
    parser = argparse.ArgumentParser(description="Every verb in any order.")
    parser.add_argument("--examples", type=int, default=60)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0, help="0: another one each time")
    parser.add_argument("--url", default="", help="another database than a new SQLite file")
    parser.add_argument("--shortest", action="store_true", help="look for the shortest way: slow")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        _serve()
        return
    chance = given.seed or random.randrange(1, 10**6)  # noqa: S311 - no secret
    print(f"--seed {chance}", flush=True)
    began, peers = time.monotonic(), (There(), There())
    try:
        run(
            peers,
            examples=given.examples,
            steps=given.steps,
            url=given.url,
            chance=chance,
            shrinks=given.shortest,
        )
    finally:
        for peer in peers:
            peer.end()
    print(f"{given.examples} times {given.steps} steps in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
