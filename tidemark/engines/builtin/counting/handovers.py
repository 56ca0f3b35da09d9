"""Answers about who does a part now, after somebody else took it over: "Anna takes the stove"."""

from dataclasses import dataclass

from tidemark.engines.builtin.counting.list_entries import entries_shown
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.status_updates import parts_of
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.nlp.mentions import names
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.stemming import stem

_SEVERAL = 2  # people, of whom the last one took over


@dataclass(frozen=True)
class _Share:
    """A part of ``statement`` that says that ``who`` does it, or, if ``is_denied``, does not.

    Not ``is_sure``: who takes a thing may do something else with it than is asked, unless the
    statement ``gives_up`` somebody else's part.
    """

    statement: ViewStatement
    who: str
    is_denied: bool
    is_sure: bool
    gives_up: bool


def who_does_it_now(question: ListQuestion) -> str | None:
    """Return who does a thing by the last statement of it, if an earlier one says otherwise."""
    changes, pack = question.pack.list_changes, question.pack
    asked = changes.asks_who_does.match(question.text)
    if not asked:
        return None
    verb = stem(asked["verb"].lower(), pack.language)
    thing = frozenset(pack.stems(asked["what"]))
    shares = [each for of in question.told_here for each in _shares(of, thing, verb, pack)]
    if not thing or len({each.who for each in shares if not each.is_denied}) < _SEVERAL:
        return None
    last = [each for each in shares if not each.is_denied][-1]
    if not (asked["one"] or last.gives_up):
        return None  # several bring drinks, but one brings the drinks
    is_other = any(each.is_denied and each.who == last.who for each in shares)
    is_other = is_other or not last.is_sure or bool(changes.too.search(last.statement.text))
    if is_other or pack.references.first_person.match(last.who):
        return entries_shown(list(dict.fromkeys(each.statement for each in shares)), pack)
    return f"{last.who}.\n\n{entries_shown([last.statement], pack)}"


def _shares(
    statement: ViewStatement, thing: frozenset[str], verb: str, otherwise: LanguagePack
) -> list[_Share]:
    """Return the parts of ``statement`` about who does or takes the ``thing``.

    Who takes it surely does it if somebody gives it up: "Anna can't, so Bo takes the car".
    """
    pack = language_pack_for(statement.text, otherwise)
    changes, found = pack.list_changes, list[_Share]()
    gives_up = changes.replaces.search(statement.text) or pack.corrections.denies.search(
        statement.text
    )
    taking = {stem(each, pack.language) for each in changes.taking}
    for part in parts_of(statement.text):
        share = changes.does_share.match(part.strip(" ."))
        if not share or frozenset(pack.stems(share["what"])) != thing:
            continue
        who = share["who"]
        is_self = pack.references.first_person.match(who)
        if not (names(who, pack) or is_self or " " in who):
            continue  # "Rarely does …", unlike "my sister does …"
        is_denied = bool(pack.corrections.denies.search(part))
        said = stem(share["verb"].lower(), pack.language)
        if is_denied or said == verb or said in taking:
            is_sure = said == verb or bool(gives_up)
            found.append(_Share(statement, who, is_denied, is_sure, bool(gives_up)))
    return found
