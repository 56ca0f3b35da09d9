"""Corrections: the words by which a statement denies, ends or replaces another, by language."""

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
    ends: Pattern  # says that something is no longer true
    corrects: Pattern  # corrects a fact
    labels: Pattern  # looks like a speaker's name before a colon, but is not: "Correction: "
    announces: Pattern  # opens a message with a correction
    instead: Pattern  # says that a decision replaces the previous one
    replaced: tuple[Pattern, ...]  # group ``old``: the replaced value
    likes: Pattern  # says or asks that somebody likes something
    dislikes: Pattern
    slots: tuple[Pattern, ...]  # groups ``slot`` and ``value``: an attribute of a person or thing
    contraries: tuple[Pattern, Pattern]  # cannot both be true of one person
    exclusive: Pattern  # attributes with one value a person: "prefer", "I live"
    head: int  # position of the stem that names the attribute: "window seats", "bij het raam"
    frame: frozenset[str]  # stems that are not the subject of a statement
    change_words: frozenset[str]  # name a change, not its subject: "raised", "latest"
    # Stems of verbs that only give a new value: "it's 40", "get it for 40"
    only_gives: frozenset[str]
    swaps: tuple[Pattern, ...]  # groups ``old`` and ``new``: one value replaces another
    swap_words: Pattern  # each of ``swaps`` contains one of these: searched first, as it is quick
    sets: Pattern  # an order that gives a new value of something: "make the deposit 450"
    opens: Pattern  # opens a message that gives a new value: "no, 45", "sorry, 14 January"
    interjections: frozenset[str]  # say nothing alone: "oh", unlike "oh no"
    replies: Pattern  # the "no" before a statement that opposes the last one: "no, we take the gym"
    # Between two values, of which the second one is meant: ", no wait"
    second_thought: Pattern
    calls_off: Pattern  # says that something does not take place: "is cancelled"
    goes_ahead: Pattern  # says that it takes place after all
    moves_by: Pattern  # says how much later or earlier something is: "a week later"
    restates: Pattern  # repeats the last statement with a ``new`` phrase; ``says``: as a sentence
    another_kind: Pattern  # a thing by what distinguishes it only: "the white ones"
    moves: Pattern  # gives the ``new`` place of the last thing: "it has moved to the barn"
    place_prepositions: frozenset[str]
    updates: Pattern  # gives a new value of something: "was moved to", "is now", "costs now"
    hints: Pattern  # may mark a new value, among other uses: "already", "after all"
    past_days: Pattern  # a day before today, by its name: when something happened, no new value
    earlier_today: Pattern  # the same of today, unless it is said as a correction: "this morning"
    known_day: Pattern  # before a day that was named earlier: "on that"
    until: Pattern  # before the last of several days: "till the"
    of_persons: Pattern  # after a number of people: "of us"
    of_leavers: Pattern  # after how many of those who leave: "that's 4 of them"
    amends: Pattern  # says that something differs from before; not enough by itself
    leaves: Pattern  # says that somebody or something is no longer available: "is ill"
    predicates: Pattern  # the last word of a noun phrase, if it may be a verb: "it charges"
    adds: Pattern  # gives an additional value: "also", "another"
    reasons: Pattern  # begins the reason of a correction: ", because of the stains"
    stale: Pattern  # a remark true of the old value only: ", it was the cheapest"
    how_often: Pattern  # after a thing that is used or done: "twice a day", "40 mg"
    former: Pattern  # a statement about the past, which no correction changes
    gives_on: Pattern  # gives the last thing to somebody: "he gave it to Anna"
    puts_away: Pattern  # gives the place of the last thing: "she put it in the drawer"
    parts_with: Pattern  # says that somebody has something no longer: "sold my car"
    points: Pattern  # refers to the sentence before it, other than by its first words
    thing: Pattern  # a pronoun for a thing, as in "I drink it with milk now"
    forgets: Pattern  # asks to forget something, as group ``what``
    forgets_too: tuple[Pattern, ...]  # the same in other words, as group ``what``
    forgets_last: Pattern  # a whole ``what`` that refers to the last message: "that"
    told_as: Mapping[str, str]  # by stem: words that describe the thing without naming it
    forgets_statement: Pattern  # opens the ``what`` of "forget that I am scared of heights"
    phone_words: Pattern
    email_words: Pattern
    address_words: Pattern
    bare_naming: str  # a form that only names a phone number or e-mail address: "my number is"
    clock: Pattern  # a time of day, as group ``time``
    days: Pattern  # a weekday with its date, plural weekdays, a day of the month alone
    remains: Pattern  # says how many are left, which is no other number of what there was
    range_before: Pattern  # before the end of a range: "between 3 and"
    speaker: Pattern  # the speaker as the subject: "I", not "my"
    money: Pattern  # the currency after an amount
    number_words: frozenset[str]
    definite: frozenset[str]  # articles
    indefinite: frozenset[str]
    article_for: Callable[[str, str], str]  # takes an article and the word that now follows it
    day_prefix: str  # the preposition of a day that replaces "tomorrow"
    count_prefix: str  # of a number of days or weeks from now: "in 3 weeks"
    month_prefix: str
    undated: Pattern  # opens a day that needs no preposition

    def swapped(self, text: str) -> Iterator[re.Match[str]]:
        """Yield the parts of ``text`` that name one value instead of another."""
        if self.swap_words.search(text):
            yield from filter(None, (pattern.search(text) for pattern in self.swaps))


def person_codes(pairs: str) -> dict[str, str]:
    """Return the code of each pronoun in ``pairs``, such as "i:1 you:2"."""
    return dict(pair.split(":") for pair in pairs.split())


def stems_of(words: str, language: Language) -> frozenset[str]:
    """Return the stems of ``words``, a list separated by spaces."""
    return frozenset(stem(word, language) for word in words.split())
