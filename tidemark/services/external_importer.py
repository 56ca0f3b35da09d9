"""A conversation of another program brought in with all its ways, and only what is not here yet.

What was brought in before is recognised by its messages: a later export of the same conversation
adds what was said since, and what was said here meanwhile stays, as a branch beside it.
"""

import itertools
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.schema import NewMessage, Role
from tidemark.schema.branches import id_of
from tidemark.schema.reports import ImportReport
from tidemark.services import importer
from tidemark.transfer.conversation_tree import Standing, Talk
from tidemark.transfer.jsonl import PlainMessage
from utils import one_line

ProgressListener = Callable[
    [int], object
]  # told how many messages were stored; what it raises stops all
_Words = list[tuple[Role, str]]


@dataclass(frozen=True)
class ExternalImporter:
    """Brings conversations into ``database``, folded as ``archivist`` folds."""

    database: ScopedDatabase
    archivist: importer.Importer

    def standing(self, talk: Talk) -> Standing:
        """Say whether ``talk`` is here already, or a part of it."""
        _, held = self._home(talk)
        if not held:
            return "new"
        ways = [_words(path) for path in talk.paths]
        near = (max(_alike(way, said) for said in held.values()) for way in ways)
        return "here" if all(map(operator.eq, near, map(len, ways))) else "longer"

    def take(self, talk: Talk, told: ProgressListener) -> ImportReport:
        """Store what of ``talk`` is not here yet, in one session for each of its ways.

        Whatever ends a conversation that is new leaves nothing of it.
        """
        home, held = self._home(talk)
        is_new = not held
        if is_new:
            home = self._begin(talk, home)
            held = {home: []}
        try:
            stored, homes = self._add(talk, held, home, told)
        except BaseException:
            if is_new:  # half a conversation would pass for a whole one
                self.database.sessions.delete(home)
            raise
        if is_new and talk.ways:
            self.database.branches.look(homes[talk.looked])
        folds = len(self.database.summaries.first_level(homes[talk.looked]))
        return ImportReport(
            session_id=homes[talk.looked],
            stored=stored,
            folds=folds,
            was_there=not stored,
            renamed_from=talk.session_id if home != talk.session_id else None,
        )

    def _home(self, talk: Talk) -> tuple[str, dict[str, _Words]]:
        """Return where ``talk`` belongs, and what is said there already, by session.

        Where another conversation has its id, it gets a number behind it.
        """
        first = _words(talk.conversation.messages[:1])
        for session_id, is_free in self.archivist.homes(talk.session_id):
            if is_free:
                return session_id, {}
            family = [each.session_id for each in self.database.branches.family(session_id)]
            held = {
                each: [(said.role, said.content) for said in self.database.get_messages(each)]
                for each in family or [session_id]
            }
            if any(said[:1] == first for said in held.values()):
                return session_id, held
        raise AssertionError("numbers do not end")

    def _begin(self, talk: Talk, session_id: str) -> str:
        dated = talk.conversation.dated(self.archivist.clock())
        title = dated.title or one_line(dated.messages[0].content, importer.TITLE_CHARS)
        now = dated.messages[0].timestamp or self.archivist.clock()
        begun = self.database.sessions.begin(session_id, title=title, now=now)
        return begun.session_id

    def _add(
        self, talk: Talk, held: dict[str, _Words], home: str, told: ProgressListener
    ) -> tuple[int, list[str]]:
        """Add each way of ``talk`` to the session that holds most of it, or to a branch of that.

        Return how many messages were stored, and the session of each way.
        """
        stored, homes = 0, []
        for path in talk.paths:
            words = _words(path)
            near = max(held, key=lambda each: _alike(words, held[each]))
            shared = _alike(words, held[near])
            if shared < len(words):
                new = self._own(talk, path, shared)
                if shared < len(held[near]) or not self._is_at_rest(near):
                    near = self.database.branches.split(
                        near, shared, wished=id_of(home), now=new[0].timestamp
                    )
                parts = importer.exchanges(new)
                for part, _ in zip(parts, self.archivist.store(near, parts), strict=True):
                    told(len(part))
                held[near], stored = words, stored + len(new)
            homes.append(near)
        return stored, homes

    def _own(self, talk: Talk, path: Sequence[PlainMessage], shared: int) -> list[NewMessage]:
        """Return what of ``path`` comes after the ``shared`` messages, ready to be stored."""
        whole = talk.conversation.model_copy(update={"messages": tuple(path)})
        dated = whole.dated(self.archivist.clock())
        own = dated.model_copy(update={"messages": dated.messages[shared:]})
        return list(self.archivist.spoken(own))

    def _is_at_rest(self, session_id: str) -> bool:
        last = self.database.turns.last(session_id)
        return last is None or last.status != "pending"


def _words(path: Sequence[PlainMessage]) -> _Words:
    return [(said.role, said.content) for said in path]


def _alike(path: _Words, said: _Words) -> int:
    """Count the messages that ``path`` and what was ``said`` begin with alike."""
    pairs = zip(path, said, strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
