"""Answers about the current state of a list: its entries, their number, and single entries.

Each is based on one list of this chat: the one that the question names, the only one, or the one
that was given or changed just now.  In doubt there is no answer.
"""

import re
from collections.abc import Sequence

from tidemark.engines.builtin.counting.amounts import bullet, numbered
from tidemark.engines.builtin.counting.list_entries import standing_entries, titled_entries
from tidemark.engines.builtin.counting.list_question import ListQuestion
from tidemark.engines.builtin.listings import ListEntry, Listing, listings
from tidemark.engines.builtin.overviews import is_of_this_chat
from tidemark.engines.builtin.status_updates import is_alike
from tidemark.engines.builtin.view_statements import statements_now
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.schema import ContextView

_MOST_SHOWN = 12  # entries shown after "no"


def standing(question: ListQuestion) -> str | None:
    """Return all open entries of the list that the question asks for."""
    asked = question.pack.list_changes.asks_standing.fullmatch(question.text)
    listing = _asked_for(_name(asked), question) if asked else None
    return standing_entries(listing, question.pack) if listing else None


def standing_of_named(question: ListQuestion) -> str | None:
    """Return the open entries of the list that the question names: "my list" may be of tasks."""
    asked = question.pack.list_changes.asks_standing.fullmatch(question.text)
    return standing(question) if _named_stems(_name(asked), question.pack) else None


def entries_of_list(name: str, view: ContextView) -> tuple[str, ...]:
    """Return the open entries of the list called ``name`` in the chat of ``view``, if any."""
    question = ListQuestion(name, statements_now(view), language_pack_for(name))
    named = _named_stems(name, question.pack)
    listing = _asked_for(name, question) if named else None
    return tuple(each.text for each in listing.open_entries) if listing else ()


def number_on(question: ListQuestion) -> str | None:
    """Return the number of entries of the list that the question means, or that was just shown."""
    changes = question.pack.list_changes
    asked = changes.asks_number_on.fullmatch(question.text)
    goes_on = question.asks(question.pack.counting.how_many_these) and (
        changes.asks_open.search(question.asked_before)
    )
    if not asked and not (goes_on and not question.stems):
        return None
    listing = _asked_for(_name(asked), question)
    if listing is None:
        return None
    entries: Sequence[ListEntry] = listing.open_entries
    if question.asks(changes.asks_past):
        entries = _at_first(listing, question)
    return numbered(entries)


def whether_on(question: ListQuestion) -> str | None:
    """Say whether the thing that the question names is on the list, and why."""
    changes = question.pack.list_changes
    asked = changes.asks_whether_on.fullmatch(question.text)
    entry = asked["entry"] if asked else ""
    if not asked and (also := changes.asks_also.fullmatch(question.text)):
        asked = changes.asks_whether_on.fullmatch(question.asked_before)
        entry = also["entry"] if asked else ""
    stems = frozenset(question.pack.stems(entry))
    listing = _asked_for(asked["list"] or "", question) if asked and stems else None
    if listing is None:
        return None
    alike = [each for each in listing.entries if _shares(stems, each.stems)]
    named = [each for each in alike if all(_is_in(of, each.stems) for of in stems)]
    phrases = question.pack.phrases
    if len(named) == 1 and named[0].is_open:
        return f"{phrases.yes}\n\n{bullet(named[0])}"
    if named or alike:
        return f"{phrases.no}\n\n{_bullets(named)}" if len(named) == 1 else None
    rest = listing.open_entries[:_MOST_SHOWN]
    return f"{phrases.no} {titled_entries(listing, rest)}" if rest else None


def _name(asked: re.Match[str] | None) -> str:
    groups = asked.groupdict() if asked else {}
    return next((groups[each] for each in ("list", "shown", "held") if groups.get(each)), "")


def _asked_for(name: str, question: ListQuestion) -> Listing | None:
    """Return the list of this chat with this ``name``, or the list meant without a name."""
    own = [
        each
        for each in question.listings
        if is_of_this_chat(each.statement.piece)
        and each.statement.is_of_person
        and not (each.is_of_amounts or each.is_series or each.statement.is_talk)
    ]
    pack = question.pack
    if stems := _named_stems(name, pack):
        rest = frozenset(of for each in stems for of in _without_list(each, pack))
        called = [
            each
            for each in own
            if any(
                named and all(_is_in(of, _called(each, pack)) for of in named)
                for named in (stems, rest)
            )
        ]
        return max(called, key=lambda each: each.latest, default=None)
    headed = [each for each in own if each.heading] or own
    last = max(headed, key=lambda each: each.latest, default=None)
    return last if last and (len(headed) == 1 or last.latest in question.just_told) else None


def _named_stems(name: str, pack: LanguagePack) -> frozenset[str]:
    """Return the stems of ``name`` but those of words for any list."""
    return frozenset(pack.stems(name)) - frozenset(pack.stems(pack.list_changes.bare_list))


def _without_list(stem: str, pack: LanguagePack) -> Sequence[str]:
    """Return the stems of a compound without its last word for a list: of "boodschappenlijst"."""
    lists = [each for each in pack.stems(pack.list_changes.bare_list) if len(each) < len(stem)]
    ends = next((each for each in lists if stem.endswith(each)), "")
    return pack.stems(stem.removesuffix(ends))


def _called(listing: Listing, pack: LanguagePack) -> frozenset[str]:
    """Return the stems of the heading of ``listing``, in its language and in that of ``pack``.

    People call a list of things a list, whatever its heading.
    """
    return listing.heading_stems | frozenset(pack.stems(listing.heading))


def _is_in(stem: str, stems: frozenset[str]) -> bool:
    return any(is_alike(stem, each) for each in stems)


def _shares(some: frozenset[str], others: frozenset[str]) -> bool:
    return any(_is_in(each, others) for each in some)


def _at_first(listing: Listing, question: ListQuestion) -> Sequence[ListEntry]:
    """Return the entries of ``listing`` when it was given."""
    given = listings(question.statements, question.pack)
    return next((each.entries for each in given if each.place == listing.place), ())


def _bullets(entries: Sequence[ListEntry]) -> str:
    return "\n".join(map(bullet, entries))
