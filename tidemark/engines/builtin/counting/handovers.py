"""Answers about who does a part now, after somebody else took it over: "Anna takes the stove"."""

from dataclasses import dataclass

from tidemark.engines.builtin.counting.list_entries import entries_shown
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.status_updates import parts_of
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.stemming import stem

_SEVERAL = 2  # people, of whom the last one took over


@dataclass(frozen=True)
class _Share:
    """A part of ``statement`` that says that ``who`` does it, or, if ``is_denied``, does not."""

    statement: ViewStatement
    who: str
    is_denied: bool


def who_does_it_now(question: ListQuestion) -> str | None:
    """Return who does a thing by the last statement of it, if an earlier one says otherwise."""
    changes, pack = question.pack.list_changes, question.pack
    asked = changes.asks_who_does.match(question.text)
    if not asked:
        return None
    verbs = {stem(asked["verb"].lower(), pack.language)}
    verbs |= {stem(each, pack.language) for each in changes.taking}
    thing = frozenset(pack.stems(asked["what"]))
    shares = [each for of in question.told_here for each in _shares(of, thing, verbs, pack)]
    if not thing or len({each.who for each in shares if not each.is_denied}) < _SEVERAL:
        return None
    last = [each for each in shares if not each.is_denied][-1]
    is_other = any(each.is_denied and each.who == last.who for each in shares)
    if is_other or pack.references.first_person.match(last.who):
        return entries_shown(list(dict.fromkeys(each.statement for each in shares)), pack)
    return f"{last.who}.\n\n{entries_shown([last.statement], pack)}"


def _shares(
    statement: ViewStatement, thing: frozenset[str], verbs: set[str], otherwise: LanguagePack
) -> list[_Share]:
    """Return the parts of ``statement`` about who does or takes the ``thing``."""
    pack = language_pack_for(statement.text, otherwise)
    found = []
    for part in parts_of(statement.text):
        share = pack.list_changes.does_share.match(part.strip(" ."))
        if not share or frozenset(pack.stems(share["what"])) != thing:
            continue
        is_denied = bool(pack.corrections.denies.search(part))
        if is_denied or stem(share["verb"].lower(), pack.language) in verbs:
            found.append(_Share(statement, share["who"], is_denied))
    return found
