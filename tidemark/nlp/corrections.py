"""Corrections: how a statement denies, ends or replaces an earlier one; one table a language."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tidemark.nlp.languages import Language
from tidemark.nlp.patterns import Pattern
from tidemark.nlp.stemming import stem


@dataclass(frozen=True)
class Corrections:
    """The words and patterns by which one language denies and corrects."""

    persons: Mapping[str, str]  # code of a pronoun: "1" speaker, "2" listener, "m", "f", "p"
    denies: Pattern
    ends: Pattern  # something is no longer so
    corrects: Pattern  # a fact is put right
    labels: Pattern  # before a colon, like a speaker's name, but no name: "Correction: "
    announces: Pattern  # opens a message that puts something right
    instead: Pattern  # a decision replaces the previous one
    replaced: tuple[Pattern, ...]  # group ``old``: what gives way
    dislikes: Pattern
    slots: tuple[Pattern, ...]  # groups ``slot`` and ``value``: an attribute of a person or thing
    contraries: tuple[Pattern, Pattern]  # cannot both be true of one person
    exclusive: Pattern  # attributes of which a person has one: "prefer", "I live"
    head: int  # position of the stem that says which attribute: "window seats", "bij het raam"
    frame: frozenset[str]  # stems that a statement is not about
    change_words: frozenset[str]  # say that something changed, not what: "raised", "latest"
    swaps: tuple[Pattern, ...]  # groups ``old`` and ``new``: one value takes the place of another
    swap_words: Pattern  # what each of ``swaps`` needs one of: searched first, for it is quick
    opens: Pattern  # opens a message that gives a new value: "no, 45", "sorry, 14 January"
    restates: Pattern  # says the last statement with a ``new`` phrase; ``says``: as a sentence
    updates: Pattern  # gives a new value for something: "was moved to", "is now", "costs now"
    hints: Pattern  # said of a new value, and of much else: "already", "after all"
    of_persons: Pattern  # after a number of people: "of us"
    amends: Pattern  # says that something is otherwise than it was; enough only with more signs
    leaves: Pattern  # somebody or something is no longer available: "dropped out", "is ill"
    predicates: Pattern  # the last word of a noun phrase, if it may be a verb: "it charges"
    adds: Pattern  # gives one more value, beside those before: "also", "another"
    reasons: Pattern  # where the reason of a correction begins: ", because of the stains"
    stale: Pattern  # what is said of a value and not of another: ", it was the cheapest"
    former: Pattern  # a statement of what was so, which no correction changes
    thing: Pattern  # a pronoun for a thing, as in "I drink it with milk now"
    forgets: Pattern  # asks to forget something, as group ``what``
    forgets_too: tuple[Pattern, ...]  # asks for it in other words, as group ``what``
    forgets_last: Pattern  # a whole ``what`` that points at what was said last: "that"
    told_as: Mapping[str, str]  # a stem: words that tell of it without naming it
    forgets_statement: Pattern  # opens the ``what`` of "forget that I am scared of heights"
    phone_words: Pattern
    email_words: Pattern
    clock: Pattern  # a time of day, as group ``time``
    days: Pattern  # a weekday with its date, plural weekdays, a day of the month alone
    range_before: Pattern  # before the end of a range: "between 3 and"
    speaker: Pattern  # the speaker as the one who does something: "I", not "my"
    money: Pattern  # the currency after an amount
    number_words: frozenset[str]
    definite: frozenset[str]  # articles
    indefinite: frozenset[str]
    article_for: Callable[[str, str], str]  # takes an article and the word that follows it now
    day_prefix: str  # the preposition of a day that takes the place of "tomorrow"

    def swapped(self, text: str) -> Iterator[re.Match[str]]:
        """Yield the parts of ``text`` that name one value instead of another."""
        if self.swap_words.search(text):
            yield from filter(None, (pattern.search(text) for pattern in self.swaps))


def person_codes(pairs: str) -> dict[str, str]:
    """Return the code of each pronoun in ``pairs``, such as "i:1 you:2"."""
    return dict(pair.split(":") for pair in pairs.split())


def stems_of(words: str, language: Language) -> frozenset[str]:
    """Return the stems of ``words``, a list with blanks between them."""
    return frozenset(stem(word, language) for word in words.split())
