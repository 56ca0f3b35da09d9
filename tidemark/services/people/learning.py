"""Learning across users: questions of one person help to answer similar questions of another.

It is off unless the operator and both people turn it on.  A shared question consists of its words
about tables or analysis, and the general form of its query.  It is shown only to people whose
tables and columns have the same names, so it reveals no name to them.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from database import Database
from tidemark.errors import TidemarkError
from tidemark.nlp.search_terms import content_stems
from tidemark.retrieval.question_likeness import ANY_NUMBER, likeness
from tidemark.schema.questions import PastQuestion
from tidemark.schema.scope import Scope
from tidemark.schema.tables import Table
from tidemark.services.configuration import Configuration
from tidemark.services.people.audit import AuditService
from tidemark.services.tables.tables import TableService
from tidemark.storage.people.learned_questions import PREFERENCE, LearnedQuestion
from tidemark.tables.general_form import general_form, names_of

_ANALYSIS = frozenset(
    content_stems(
        "total sum average mean count number most least highest lowest maximum minimum top year "
        "month quarter day compare difference share totaal som gemiddelde aantal meeste minste "
        "hoogste laagste maximum minimum jaar maand kwartaal dag vergelijk verschil"
    )
) | {ANY_NUMBER}
_FEWEST = 2  # stems: one alone would be like too many questions
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class LearningService:
    """Shares questions of the user of ``scope`` with others, and finds similar ones of others."""

    opened: Database
    scope: Scope
    configuration: Configuration
    tables: TableService
    audit: AuditService

    @property
    def is_offered(self) -> bool:
        """Return whether the operator lets people learn from each other."""
        return self.configuration.given.memory_enable_cross_user_learning

    @property
    def is_on(self) -> bool:
        """Return whether it is offered, and the user consents."""
        return self.is_offered and self.configuration.preferences.shares_questions

    def consent(self, *, is_on: bool) -> None:
        """Store whether the user takes part; without consent, delete the questions they shared.

        The preference has this effect wherever it is chosen (``PreferenceEffects``).
        """
        self.configuration.choose(PREFERENCE, is_on)

    def learn(self, shape: frozenset[str], sql: str) -> bool:
        """Share a question of this ``shape`` that ``sql`` answered; return whether it was new.

        Nothing is shared without consent, or if the query has no general form.
        """
        if not self.is_on:
            return False
        query = general_form(sql, names_of(self._tables()))
        if query is None:
            return False
        stems = _general(shape, query.names)
        if len(stems) < _FEWEST:
            return False
        question = LearnedQuestion(stems, query.names, query.sql)
        is_new = self.opened.learn_question(self.scope.user_id, question)
        if is_new:
            self.audit.record("question.share", "question")
        return is_new

    def similar(
        self, shape: frozenset[str], *, limit: int, least: float
    ) -> tuple[PastQuestion, ...]:
        """Return others' questions most similar to ``shape``, best first, none below ``least``."""
        if not (self.is_on and limit > 0 and shape):
            return ()
        names = names_of(self._tables())
        own = _general(shape, names)
        best: dict[str, PastQuestion] = {}
        for each in self.opened.learned_questions(self.scope.user_id, names):
            like = likeness(own, each.shape) if own else 0.0
            if like >= least:
                found = PastQuestion(
                    question=" ".join(sorted(each.shape)), sql=each.sql, likeness=round(like, 3)
                )
                best.setdefault(each.sql, found)
        ranked = sorted(best.values(), key=lambda each: -each.likeness)[:limit]
        if ranked:
            self.audit.record("question.learn", "question")
        return tuple(ranked)

    def _tables(self) -> Sequence[Table]:
        try:
            return self.tables.list()
        except TidemarkError as error:  # must not fail the answer
            _log.warning("nothing is learned from others, as tables cannot be read: %s", error)
            return ()


def _general(shape: frozenset[str], names: frozenset[str]) -> frozenset[str]:
    """Return the stems of ``shape`` that are about analysis or among the ``names`` of tables."""
    of_names = content_stems(" ".join(names).replace("_", " "))
    return shape & (_ANALYSIS | frozenset(of_names))
