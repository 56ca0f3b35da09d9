"""Language packs: the words, patterns and sentences of one language, a table for each rule.

The rules contain no word of any language. They take a `LanguagePack` as a parameter, chosen for
each message by `pack_selection`; a new language is a new set of tables.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from tidemark.nlp.corrections import Corrections
from tidemark.nlp.cues import Cues
from tidemark.nlp.date_rules import DateForms
from tidemark.nlp.languages import Language, stop_words
from tidemark.nlp.patterns import Frame, Pattern
from tidemark.nlp.search_terms import content_stems
from tidemark.nlp.task_table import Tasks, read_tasks
from tidemark.schema import ItemKind

ReferentKind = Literal["person", "group", "thing", "place", "any"]
AnswerKind = Literal[
    "money",
    "people",
    "place",
    "time",
    "person",
    "duration",
    "age",
    "count",
    "reason",
    "feeling",
    "name",
    "choice",
]
Courtesy = Literal[
    "greeting",
    "how_are_you",
    "farewell",
    "thanks",
    "praise",
    "complaint",
    "apology",
    "presence",
    "identity",
    "nature",
    "joke",
    "chat",
    "wish",
    "low",  # a feeling of the person: a statement as well
    "high",
    "nod",
]
Sex = Literal["", "female", "male"]
GapKind = Literal["name", "number", "time", "year", "date"]
WordSet = frozenset[str]
# Interpretations of a reference, and the questions that ask which one is meant
ReferenceTemplate = tuple[tuple[str, ...], tuple[str, ...]]


def words_in(text: str) -> WordSet:
    """Return the words of ``text``, a list separated by spaces."""
    return frozenset(text.split())


class Pronoun(NamedTuple):
    """The kinds a pronoun may refer to, likeliest first, and whether it owns the next noun."""

    kinds: tuple[ReferentKind, ...]
    owns: bool = False


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Word lists that the rules look up, lower-cased."""

    pronouns: WordSet
    person: WordSet  # pronouns for persons
    pointing: WordSet
    definite: WordSet
    determiners: WordSet
    question_words: WordSet
    auxiliaries: WordSet
    prepositions: WordSet
    continuers: WordSet
    openers: WordSet  # capitalised at the start of a sentence, but no names
    qualifiers: WordSet  # give a quantity, a choice or a kind
    more: WordSet  # continue an earlier message, anywhere in a sentence
    general_nouns: WordSet  # so general that "the …" refers to one mentioned earlier
    verbs: WordSet  # common verbs that are no nouns
    complements: WordSet  # introduce a complement: "the song of"
    people: WordSet
    female: WordSet  # of these, the women
    male: WordSet
    called_alone: WordSet  # of these, those used without a determiner: "mum"
    choosing: WordSet  # determiners of a question: "which oven"
    kinds_of_named: WordSet  # nouns followed by a name: "the band Saosin"
    sites: WordSet  # show that a name is neither person nor town: Hotel Tejo
    times: WordSet  # nouns of time, never resolved: "that year"
    phrase_links: WordSet
    also_nouns: WordSet  # verbs that are nouns after a noun: "meal plan"
    modals: WordSet  # auxiliaries before an infinitive
    act_nouns: WordSet  # verbs that end a compound written apart: "home check"
    collectives: WordSet  # nouns for several persons, next to their name: "the Brook family"
    calendar: WordSet
    introducing: WordSet  # introduce the antecedent of a later pronoun: "a keeper and his dog"
    asking: str  # words about asking itself: "tell", "know"
    light: str  # words with little meaning next to their subject: "handle", "how long"
    endings: WordSet  # of words of one root: pian-o, pian-ist
    particles: WordSet  # of separable verbs: "op" of "ophalen"
    editing: WordSet  # verbs that ask to change a document
    documents: WordSet  # nouns for a document
    web: WordSet  # say that something is to be searched on the web

    @cached_property
    def request_openers(self) -> WordSet:
        """Words that open a request."""
        return (self.verbs | self.openers) - self.auxiliaries


@dataclass(frozen=True, eq=False)
class References:
    """Patterns for references to earlier messages, and forms for writing the antecedent instead."""

    name_joint: Pattern  # joins two words of one name: University of California, St. Louis
    phrase_joint: Pattern  # joins two nouns of one phrase: price of oil
    first_person: Pattern
    pronouns: WordSet
    # Takes the word before, the word itself, the word after and the noun of its phrase
    pronoun: Callable[[str, str, str, str], Pronoun | None]
    adverbs: Mapping[str, str]  # "ervan": "van"
    empty_it: Pattern  # a pronoun without an antecedent: "is it true that", "it takes"
    place: Pattern  # "there", in group ``at`` or ``to``
    at_place: Pattern  # before a name: its preposition of place, as group 1
    in_place: str  # the preposition of place, unless the conversation gives one
    to_place: str
    before_place: Pattern  # before a name that is probably a place
    before_person: Pattern  # before a name that is probably a person
    after_person: Pattern  # after a name that is probably a person
    relation_before: Pattern  # before a name: the ``noun`` for the relation: "my wife Sanne"
    relation_after: Pattern  # after a name: the same, "Petra, the mother of Finn"
    apposed_before: Pattern  # before a name set off by commas: "a physio, Lena,"
    others_relation: Pattern  # before a name: it belongs to somebody else
    presents: Pattern  # up to a name: "the photographer is", "my boss is called"
    sexes: Mapping[str, Sex]  # of pronouns
    objects: WordSet  # pronouns that never refer to the subject of their clause: "him"
    genders: Mapping[str, str]  # the definite article of the nouns that a pronoun refers to
    finite_end: Callable[[str], str]  # the verb at the end of a noun phrase: "lease ends"
    article_of: Callable[[str], str]  # the definite article of a noun phrase
    events: Pattern  # a noun for an event
    asks_of_event: Pattern  # "when is it", "where is it taking place"
    points_at_asked: Pattern  # "and where's that": the subject of the last question, as group 1
    elliptic: Pattern  # a question without a subject, "and until when", as group ``asks``
    asking_phrase: Pattern  # a question's beginning that an elliptic one replaces: "which day"
    unshortened: Callable[[str], str]  # after a question word: "'s the party" is "is the party"
    works_on_text: Pattern  # "make it shorter": a text, not something that was mentioned
    definite: Callable[[str], str]  # "a trip to Rome": "the trip to Rome"
    keeps_thing: Pattern  # says more of the last thing, which stays the one meant: "it has a crack"
    proposition: WordSet  # pronouns that mean a whole statement as often as a thing
    enumeration: Pattern  # before the entries of a list in a sentence: "there are three bands:"
    entry_break: Pattern  # between its entries
    kind_with_article: Callable[[str], ReferentKind]  # kind of a name with one: the Beatles
    kept_article: Pattern  # before a name: the article to write with it, as group 1
    article_for: Callable[[str], str]  # the article of a noun that replaces this pronoun
    joined: str  # joins two names that are both meant
    refers_back: Pattern  # "your previous answer", "do it again"
    continues: Pattern  # "what about Porto": the previous question has the rest
    continued_with: Pattern  # its groups ``about`` and ``and``: the new part
    besides: Pattern
    asks_what_is: Pattern  # "what is a keto diet": about the world, not the conversation
    asks_who: Pattern
    asks_how: Pattern
    after_preposition: Pattern
    happened: Pattern
    ordinals: Mapping[str, int]
    ordinal_reference: Pattern
    speaks_of_its_sender: Pattern
    side_by_side: str
    article: Pattern
    joins_clauses: Callable[[str, str, str], bool]  # takes the words around "that"
    owner: Callable[[str], str]  # Anna: Anna's
    is_plural: Callable[[str], bool]
    is_several: Callable[[str], bool]  # of a word for people
    happened_to: str
    of_topic: Mapping[str, str]  # the preposition after a noun: "premiere of"; "" for any other
    about_topic: str
    infinitive: str
    addressed: Callable[[str], str]  # "my trip" as said to the person: "your trip"
    owned: Callable[[str], str]  # the same, with any determiner replaced
    detail_of: str


@dataclass(frozen=True, eq=False)
class DialogueActRules:
    """Patterns of questions, requests, offers and thanks."""

    courtesy: Pattern
    thanks: Pattern  # thanks with their reason: "thanks, that saves me a lot of time"
    disputes: Pattern  # "that is wrong", without a correction
    requests: Pattern
    wishes: Pattern  # wishes or plans of the person: "we want to be finished before June"
    asks_advice: Pattern  # "what should I", "what are some"
    asks_to_be_told: Pattern  # "can you tell me when", a question in the form of a request
    asks_to_keep: Pattern  # "please remember that", a statement in the form of a request
    dictates: Pattern  # the name ``head`` of a list, and the ``list`` that the person dictates
    asks: Pattern  # a question by its words, with or without its mark
    asks_of_person: Pattern  # a question about a person by ``name``, in lower case: "is kat vegan"
    turns_to_ask: Pattern  # the place in a sentence where it begins to ask: "… on Monday, can you"
    resource: Pattern  # offers material without a task
    resource_words: int  # a longer offer names its purpose
    settled: Pattern  # an offer with the chosen task: "I have a dataset (Describe it)"
    role_play: Pattern  # an exercise with facts of its own
    own_task: Pattern  # the person's own task
    plans: Pattern
    asks_knowledge: Pattern  # asks for general knowledge
    counted: Pattern  # gives the number of things wanted
    picks_number: Pattern  # after a clarifying question: "2", "the second one please"
    changes_subject_openly: Pattern
    answer_anyway: Pattern
    courtesies: Mapping[Courtesy, Pattern]  # whole clauses of small talk


@dataclass(frozen=True, eq=False)
class CheckQuestion:
    """A question in everyday words when guests check out or in.

    ``question`` asks the same with a ``{word}`` that ``says`` it in a text, by default the
    ``usual`` one.
    """

    asks: Pattern
    says: Pattern
    otherwise: Pattern  # with a time, another text that may answer: "we leave at 6:30"
    question: str
    usual: str


@dataclass(frozen=True, eq=False)
class MemoryQuestions:
    """Patterns of questions about remembered messages and items."""

    undoes: Pattern  # the whole wish to undo the last change
    # a whole question for the person's own age or work, with the words that state it
    of_oneself: tuple[tuple[Pattern, Pattern], ...]
    own_name: Pattern  # a whole question for the person's own name
    states_own_name: Pattern  # an answer to that
    said_where: tuple[Pattern, ...]  # whole questions for the chat in which ``what`` was said
    anywhere: Pattern  # "in another chat", "anywhere": the words for the place to search
    said_about: str  # a question for the person's statements about ``{what}``
    told_about: Pattern  # ``what`` the person stated something about, or the ``noun`` of it
    kinds: tuple[tuple[ItemKind, Pattern], ...]
    todo: Pattern  # asks for todos, if it names nothing else: "which jobs are waiting for me"
    remains: Pattern  # asks for the rest: of the todos, or of an amount
    again: Pattern  # repeats the last question: "and now?"
    everything: Pattern
    last_said: Pattern  # "what did I just say"
    why_alone: Pattern  # a whole "why?" after an answer, with ``more`` if it says of what
    who_said_so: Pattern  # a whole "who told me that?", after an answer
    reports: Pattern  # in a statement of what somebody else said: "Kat says", "he thinks"
    repeat: Pattern  # "repeat that", "say that again"
    summary: Pattern  # the part of these that asks for a summary of this chat
    about_the_person: Pattern  # of these, those beyond one chat: "what do you know about me"
    talked: Pattern  # the part of these about the conversation itself: "what have we discussed"
    of_ourselves: Pattern  # about this conversation, not the world
    asks_reminder: Pattern  # asks to be reminded later: "set a reminder for tomorrow"
    remember: Pattern  # "do you remember my budget", "remind me when we leave"
    general_advice: Pattern  # "how should I", "any tips": not about memory
    usual: Pattern  # "book the usual": refers to a habit
    usually: Pattern
    who_does: Pattern  # asks who does something for a plan: "who is bringing the cake?"
    checks: tuple["CheckQuestion", ...]  # when guests have to be out, and when they can get in
    of_the_talk: Pattern  # about a message here: "what did I say about"
    of_a_source: Pattern  # asks for the content of a text, whose name is in a group
    broadly: Pattern  # of these, those for all of its content: "what does … say about"
    in_order: Pattern  # asks for quotes in order of time
    of_the_engine: Pattern
    owned: Pattern
    yours: Pattern
    listing: str  # words that ask for a list, not its subject

    def without_place(self, text: str) -> str:
        """Return a question without the words that say in which chats to look."""
        found = next(filter(None, (each.fullmatch(text) for each in self.said_where)), None)
        if found:
            return self.said_about.format(what=found["what"].strip())
        is_asked = text.rstrip().endswith("?") or self.told_about.search(text)
        return self.anywhere.sub("", text) if is_asked else text

    def asks_for_list(self, text: str) -> bool:
        """Return whether ``text`` asks for a list of remembered items."""
        return any(asks.search(text) for asks in (self.everything, *(of for _, of in self.kinds)))


@dataclass(frozen=True, eq=False)
class ToolQuestions:
    """Patterns of whole questions that a tool answers; the group ``what`` is their topic."""

    today: tuple[Pattern, ...]
    past: tuple[Pattern, ...]  # what was discussed in this conversation
    sources: tuple[Pattern, ...]
    listing: tuple[Pattern, ...]  # which sources there are


@dataclass(frozen=True, eq=False)
class AnswerTypes:
    """Patterns of questions and answers by type, and the words of each topic.

    The names of ``topics`` are shared by all languages, so that a question in one language finds an
    answer in another.
    """

    asks: Mapping[AnswerKind, Pattern]
    holds: Mapping[AnswerKind, Pattern]
    topics: Mapping[str, str]
    kinds: Mapping[str, str]  # words for a kind of thing: words for things of that kind
    sort: Pattern  # the sort of thing asked for, as group ``sort``: "which colour"
    yes_or_no: Pattern  # a question that yes or no answers, about a state or an act
    unsure: Pattern  # a statement that answers neither: "might", "if"
    alternatives: Pattern  # leaves a choice open: "either", "torn between"
    whereabouts: Pattern  # asks who has a thing, or where it is
    asks_need: Pattern  # asks whether the thing in a group is to be brought
    asks_condition: Pattern  # asks when something may or must be done
    part_of_hour: Pattern  # "half an hour", which has no number
    asks_diets: Pattern  # asks who may not eat what; group ``allergy``: of an allergy only
    asks_diet_of: Pattern  # asks whether a ``person`` may eat something
    diets: Pattern  # says that somebody may not or does not eat something
    allergies: Pattern  # says so because of an allergy or an intolerance


@dataclass(frozen=True, eq=False)
class Counting:
    """Patterns of questions about lists and amounts, and how numbers are written."""

    least: Pattern
    most: Pattern
    total: Pattern
    difference: Pattern
    adds_amount: Pattern  # adds ``things`` to the last result; asks for a total ``before`` them
    takes_amount: Pattern  # subtracts them from it
    between_days: Pattern  # asks for the days from the ``first`` to the ``second``
    asks_nights: Pattern  # asks how many nights people stay, maybe ``where``
    until_day: Pattern  # asks for the days until ``day``, or "in how many days" it ``in`` is
    asks_weekday: Pattern  # asks for the weekday of ``day``
    rest_told: Pattern  # tells what is left: "leaves 144"
    by_how_much: Pattern  # after an amount by which another one changed
    changed_by: Pattern  # before such an amount: "refunded us"
    asks_area: Pattern  # asks for square metres
    sides: Pattern  # the lengths ``a`` and ``b`` of an area: "7 by 4 metres"
    asks_all: Pattern  # asks for all that was spent, not for the last list
    of_another: Pattern  # asks the same of another ``thing``: "and the house?"
    fraction: Pattern  # a ``word`` of ``fractions`` or a ``percent``: "half of", "20 %"
    fractions: Mapping[str, int]  # what these words divide by
    off: Pattern  # follows a percentage that a price is lowered by: "25% off"
    asks_both: Pattern  # asks for the last two figures together
    asks_again: Pattern  # asks for the last total as it is now, and names nothing: "and now?"
    a_period: Pattern  # for one ``period``: "a week"
    several_periods: Pattern  # for ``n`` of a ``period``: "in four weeks"
    on_a_weekday: Pattern  # what comes once a week: "every Saturday"
    average: Pattern
    how_long: Pattern
    unit_asked: Pattern  # "how many hours", as group ``unit``
    address: Pattern  # a street with its number, which counts nothing
    rest_of: Pattern  # asks for the number of those counted that do not
    of_whole: Pattern  # before a part of a number that was just given: "of whom"
    denied: Pattern  # in a part of the counted things: those that do not
    part_of: Pattern  # asks for a part of the counted things: "how many of those"
    units: Mapping[str, str]  # by stem: the one name of a unit
    durations: WordSet  # names of units of time
    periods: str  # words for a time, which name nothing to count
    asks_amount: Pattern  # asks how much money
    sums_up: Pattern  # in the heading of amounts that all count
    one_of: Pattern  # asks for the price of one
    single: WordSet  # words for one, before a noun
    left: Pattern
    left_after: Pattern  # spending, as group ``spent``
    how_many: Pattern
    asks_no_money: Pattern  # asks for a time, a place, or a number of people or days
    others: Pattern  # "who else"
    members: Pattern
    ordinal: Pattern  # "the third", as group ``nth``
    follows: Pattern  # asks for the entry after an ``entry``
    how_many_these: Pattern  # "how many are those": of the list just given
    reads_out: Pattern  # asks to list the entries
    gathers: Pattern  # asks for all people or things that do something
    adds: Pattern  # adds an ``entry`` to a ``list``
    ordinals: Mapping[str, int]
    numbers: Mapping[str, int]
    of_each_entry: Pattern  # a last part about all entries of a list: "…, each with 5 replicates"
    apiece: Pattern  # after an amount for one ``of`` several
    one_costs: Pattern  # before an amount for one ``of`` several
    counts_of: Mapping[str, str]  # nouns that count the units of a price: "person" by "people"
    in_a_period: Mapping[str, Mapping[str, int]]  # months in a year
    stays: WordSet  # periods that a stay is counted in
    whole: Pattern  # a ``period`` that a sum is asked for
    for_all: Pattern  # asks for the price for everyone
    one_off: Pattern  # of an amount paid once
    number_of_us: Pattern  # how many people there are, as group ``n``
    joined: Pattern  # joins two entries
    clock_time: Pattern  # asks for a time of day, not for a day
    lists: Pattern  # a sentence that lists: its ``head`` and its ``list``
    earmarks: Pattern  # words for money to be spent
    receives: Pattern  # says that money comes in or is there
    funds: Pattern  # asks how much money there is
    spends: Pattern  # says that money was spent
    outlay: Pattern  # asks how much was spent in all
    undecided: Pattern  # says that an amount is not certain, or one of several offers
    earns: Pattern  # says that the person receives an amount
    compares: Pattern  # asks how much more or less there is than needed: never a sum
    holds_people: Pattern  # says how many people a place has room for
    until_now: Pattern  # ends a heading: "bought so far"
    saves: WordSet  # words for what one spends less
    uncounted: Pattern  # several of something, by a word that is no number
    some_of_group: Pattern  # says of how many of a group something holds: "two are vegetarian"
    another: Pattern  # one more of the thing just counted: "and one after lunch"
    outlays: WordSet  # nouns for lists whose entries are all paid, no options
    operation: WordSet  # words of such questions that name nothing
    thousands: str
    decimal: str

    def addresses(self, text: str) -> tuple[range, ...]:
        """Return the characters of each address in ``text``, whose number is that of a house."""
        return tuple(range(*each.span()) for each in self.address.finditer(text))


@dataclass(frozen=True, eq=False)
class LedgerWords:
    """Patterns of statements with an amount of money, and of questions that calculate with them.

    ``measures`` are stems of things that numbers without a unit may count instead, below a heading;
    ``light`` are stems that cannot be the subject of an amount.
    """

    fund: Pattern  # money that is available
    for_use: Pattern  # unless it is reserved for a use
    goal: Pattern  # an amount to reach
    income: Pattern  # money that was received
    wish: Pattern  # a price that nobody has agreed to
    offers: Pattern  # one of several that will be chosen
    several: Pattern  # the same, for things of one kind in a short heading
    chooses: Pattern
    free: Pattern  # its subject costs nothing, or is not needed
    spends: Pattern  # in the heading of expenses
    costs: Pattern  # before an amount that is a price
    clause: Pattern  # before a number that is no amount
    no_money: Pattern  # a part with it has no price
    ranges: Pattern  # after an amount that is the least of a range
    is_word: Pattern  # a form of "to be"
    ends: Pattern  # all that may follow an amount without a currency
    apiece: Pattern  # after the price for one ``of`` several
    used_for: Pattern  # after an amount, before its purpose
    for_what: Pattern  # what something is ``of`` use for: "we take the gym for the match"
    each_gives: Pattern  # before an amount that each of several gives
    asks_sum: Pattern  # asks for money without the words of a total: "how much can I invoice"
    asks_owed: Pattern
    lends: Pattern
    repays: Pattern
    at_price: Pattern  # between a number of things and the price of one
    own_verb: Pattern  # in a question, the verb of the person's act, as its only group
    amount_before: Pattern  # before a number that is no time of day: "a roller for 7.50"
    label_before: Pattern  # before a number that names what is before it: "week two"
    earned: Pattern  # money that the person has: "her pension", "we took 610"
    for_group: Pattern  # after an amount, the group ``of`` which each pays it
    asks_received: Pattern  # asks how much came in
    asks_net: Pattern  # asks what came in less what was spent: "profit"
    lasts: Pattern  # says that the times in a statement are durations: "5 uur gewerkt"
    laid_out: Pattern  # follows an amount that was spent: "85 went on a kettle"
    other_of: Pattern  # a thing ``of`` the same kind as an earlier one: "the other nursery"
    another: Pattern  # of an amount in addition to one of the same thing
    so: Pattern  # opens what an amount comes to after a change
    it_is: Pattern  # a pronoun and its verb, before an amount
    owes_me: Pattern  # money that somebody owes the person
    asks_owed_to_me: Pattern
    advance: Pattern  # a part of a bill that was paid
    asks_how_much: Pattern  # asks for the amount of one thing
    times: Pattern  # between a number of things and the price of one
    former: Pattern  # before an outdated amount
    joint: Pattern  # joins two amounts
    people: Pattern  # how many people there are
    some_leave: Pattern  # those in group ``names`` do not come
    measures: WordSet
    light: WordSet
    asks_count: Pattern  # asks how many, not how much
    asks_left: Pattern
    asks_needed: Pattern  # asks for the amount missing to a goal
    asks_each: Pattern  # asks for the share of one person
    asks_own: Pattern  # asks for the part that others do not pay
    points: Pattern  # asks for a sum of things just mentioned
    asks_attending: Pattern  # asks who comes
    asks_number_attending: Pattern  # asks how many come
    asks_absent: Pattern  # asks who does not come
    row_of_us: Pattern  # names all who take part, as group ``row``
    row_of_names: Pattern  # three people or more
    some_join: Pattern  # those in group ``names`` come, too
    of_somebody: Pattern  # before a number of people who are only some of all: "her two kids"
    of_named: Pattern  # opens people of somebody named before: "her two kids"
    paid_by_me: Pattern  # the person says that they paid
    paid_by_others: Pattern  # somebody paid by name, not to a third one
    comes_in: Pattern  # somebody's money came to the person
    sets_price: Pattern  # gives a price that replaces an earlier one
    asks_paid: Pattern  # asks what the person has paid
    asks_left_to_pay: Pattern  # asks what the person still has to pay
    asks_who_paid: Pattern
    asks_who_paid_most: Pattern  # or the least
    asks_paid_to_me: Pattern  # asks what the person has received so far
    makes_offer: Pattern  # a firm or a person asks for an amount: "Oakline wants 19,450"
    either: Pattern  # leaves the choice of ``one`` or the ``other``
    accompanied: Pattern  # between somebody and those who come along: "with"
    apposition: Pattern  # begins what says who was just named: "our old teacher"
    brings_others: Pattern  # after people, adds others to them: "with his wife"
    asks_people: Pattern  # asks how many people there are
    asks_once: Pattern  # asks for what is paid once
    asks_spent: Pattern  # asks for all that is spent


@dataclass(frozen=True, eq=False)
class ListChanges:
    """Patterns of sentences that change a list, and of questions about the rest of one."""

    drops: Pattern  # removes its object from a list
    cancels: Pattern  # somebody, as ``who`` or ``by``, cancels a thing: "Ben cancelled his order"
    completes: Pattern  # says that its object is done or there
    unfinished: Pattern  # unless it says that it is not yet
    commands: Pattern  # opens an instruction to change a list: "add", "take"
    takes_over: Pattern  # somebody, as group ``who`` or ``then``, now does it
    handed: Pattern  # it was handed to somebody
    does_share: Pattern  # ``who`` does a part: the ``verb`` and ``what`` it is of
    taking: WordSet  # verbs of taking over any part
    asks_who_does: Pattern  # asks who does a part: its ``verb`` and ``what``
    replaces: Pattern  # something comes instead
    newcomer: Pattern  # the replacement, as group ``new`` or ``then``
    adds: tuple[Pattern, ...]  # adds an ``entry`` to the list before it
    remark: Pattern  # after what is added: ", they need a leash", "because …"
    adds_instead: tuple[Pattern, ...]  # adds an ``entry``, after a part that drops another
    joins: tuple[Pattern, ...]  # adds a person as ``entry`` to a list of people
    too: Pattern  # an amount in addition to those of a list
    wanted: Pattern  # in the heading of things to do or get
    chores: Pattern  # in the heading of things to do
    obliges: tuple[Pattern, ...]  # ``what`` the person has to do
    puts_on_list: Pattern  # "put stamps on my list", as group ``what``
    no_obligation: Pattern  # unless it begins with these
    own_share: Pattern  # ``what`` the person does while others do the rest
    asks_done: Pattern  # asks whether the person did something
    asks_open: Pattern  # asks for the open tasks
    asks_tasks: Pattern  # asks for things to do
    asks_things: Pattern  # asks for things to do or get
    asks_list: Pattern  # asks for the things or people on a list
    headings_of: Mapping[str, str]  # by verb: words for a list of who does it: "help", volunteers
    asks_past: Pattern  # asks for the first version of a list
    asks_who: Pattern  # asks who does what
    counts_tasks: Pattern  # asks how many tasks are left
    obtained: Pattern  # says that its object was got, packed, read or finished
    asks_standing: Pattern  # a whole question for all of a list, by its name ``list`` if it has one
    asks_whether_on: Pattern  # asks whether ``entry`` is on it
    asks_number_on: Pattern  # asks how many are on it
    empties: Pattern  # an instruction to take everything off the ``list`` or ``cleared`` one
    asks_ticked_off: Pattern  # a whole question for what was got or done already
    asks_also: Pattern  # asks whether another ``entry`` is on it, after one of these
    bare_list: str  # words that refer to a list without a name


@dataclass(frozen=True, eq=False)
class ReplyPhrases:
    """Every sentence of the built-in engine; it never claims to do more than quote and count.

    ``only_called`` answers for an engine that called tools without reaching an answer,
    ``picture_unseen`` follows the answer of one that cannot see a picture.  Those in ``unkept``
    replace others, by name, if nothing of a conversation is stored.
    """

    only_called: str
    unkept: Mapping[str, str]
    picture_unseen: str
    greeting: str
    welcome: str
    understood: str
    farewell: str
    thanks_words: WordSet
    greeting_words: WordSet
    farewell_words: WordSet
    courtesies: Mapping[Courtesy, str]  # replies to small talk, except those above
    message_kept: str
    nothing_to_undo: str
    invites_correction: str
    noted_as: Mapping[ItemKind, str]
    replaced_note: str
    corrected_note: str
    forgotten: str
    forgotten_with: str
    people_unknown: str
    no_result: str
    other_number_unknown: str
    nothing_to_forget: str
    how_to_get_model: str
    no_model: str
    no_model_short: str
    no_work: str
    no_work_short: str
    self_description: str
    no_reminder: str
    sends_no_reminders: str  # for a reminder that does not say of what
    related_quotes: str
    found_nothing: str
    found_nothing_anywhere: str  # if the question asks for other chats, too
    yes: str
    no: str
    no_answer_to: str
    nothing_said: str
    nothing_known: str
    nearest_quotes: str
    unsure_quotes: str
    days_counted: tuple[str, str]  # for one day, and for more
    nights_counted: tuple[str, str]
    # For a number of ``weeks`` and ``days``: one of each and more, and only weeks or both
    weeks_and_days: tuple[tuple[str, str], tuple[str, str], tuple[str, str]]
    falls_on: str
    quotes_found: str
    quotes_said: str
    you_said: str
    i_said: str
    speaker_said: str
    you: str  # before a colon, in a list of people
    you_said_before: str
    i_said_before: str
    speaker_said_before: str
    said_in_chat: str
    said_in_chat_on: str
    said_in_paste: str
    said_in_file: str
    table_attached: str
    source_says: str
    sources_say: str
    sources_silent: str
    sources_withheld: str
    tables_show: str  # begins an answer from tables
    no_sources: str
    sources_listed: tuple[str, str]  # one, several
    sources_chosen: tuple[str, str]
    sources_more: str
    discussed: str
    today: str
    noted_quote: Mapping[ItemKind, str]
    date_suffix: str
    week_suffix: str  # of the first day of a week
    corrected_suffix: str
    status_labels: Mapping[str, str]
    months: tuple[str, ...]
    weekdays: tuple[str, ...]  # from Monday
    list_titles: Mapping[ItemKind, str]
    none_of_kind: Mapping[ItemKind, str]
    not_yet: str  # in answer to "did I pay the bill?"
    none_ticked_off: str  # with {list}: in answer to "what have I bought already?"
    nothing_on_list: str  # with {list}: after its last entry was taken off
    all_done: str  # in place of a list without open tasks
    or_joiner: str  # joins two phrases that were searched for
    and_older: str
    nothing_noted: str
    said_in_order: str
    assumed_antecedent: str
    assumed_question: str
    assumed_topic: str
    assumed_of_two: str
    unresolved_reference: str
    which_of_two: str
    context_of_kind: Mapping[ItemKind, str]
    context_of_all: str
    context_of_habit: str
    context_of_reference: str
    ask_back: str
    own_openings: Pattern  # openings of these replies, which contain no new information
    which_person: ReferenceTemplate
    which_group: ReferenceTemplate
    which_thing: ReferenceTemplate
    which_one: ReferenceTemplate
    which_text: ReferenceTemplate
    which_relation: ReferenceTemplate
    which_more: ReferenceTemplate
    which_subject: ReferenceTemplate
    to_second_person: Callable[[str], str]  # turns "I" into "you"

    def for_kept(self, *, is_kept: bool) -> "ReplyPhrases":
        """Return the sentences for a conversation that is stored, or for one that is not."""
        if is_kept:
            return self
        instead: dict[str, Any] = {**self.unkept}
        return replace(self, **instead)


@dataclass(frozen=True, eq=False)
class TitleRules:
    """Patterns for parts of a first question that a title leaves out."""

    greeting: Pattern  # at its start
    asking: Pattern  # at its start: "can you tell me about"
    clause: Pattern  # anywhere, with the rest: "because …"
    light: Pattern  # at its start, if the noun after it is enough: "I'm planning"
    subject: Pattern  # at its start, before the verb: "My friend and I are"
    article: Pattern  # at the start of a noun: "our"
    closing: Pattern  # at its end: "te plannen"
    pronoun: Pattern  # at the start of a phrase that names nothing: "it"
    origin: Pattern  # anywhere, dispensable in a long title: "from Leeds" before "to York"
    joint: Pattern  # anywhere, a possible end of a long title: before "with"


@dataclass(frozen=True, eq=False)
class ProfileRules:
    """Patterns that distinguish lasting facts about a person from temporary ones."""

    about_self: Pattern
    about_relation: Pattern  # after "my sister": states something about her
    passing: Pattern  # a price, a day, a secret: belongs to no profile


@dataclass(frozen=True, eq=False)
class PastingCues:
    """Patterns for the words around pasted text; each is searched in one line of a message."""

    introduces: Pattern  # up to the colon before somebody else's text
    points_at: Pattern  # asks to do something with the text that follows: "summarise this"
    greeting: Pattern  # the first line of a letter to somebody
    closing: Pattern  # the line before its signature
    header: Pattern  # of a mail: "Subject: …"
    section: Pattern  # a heading of a text with numbered parts
    wrote: Pattern  # before quoted lines: names their author


@dataclass(frozen=True, eq=False)
class OrderKind:
    """Words that say by what kind of member a list is put in order: "newest first"."""

    kind: Literal["day", "number", "price", "text"]
    pattern: Pattern
    is_down: bool = False  # from the highest


@dataclass(frozen=True, eq=False)
class OrderCues:
    """The words by which one language puts the entries of a list in order."""

    kinds: tuple[OrderKind, ...]
    up: Pattern  # from the lowest
    down: Pattern
    by: Pattern  # before the member: "by", "op"
    in_order: Pattern  # opens what follows "put the steps in": "alphabetical order"
    plural: Pattern  # in a noun for many
    name: Pattern  # a word for the member that tells entries apart
    price: Pattern  # in the name of a member for a price
    age: Pattern  # a member that counts years of life


@dataclass(frozen=True, eq=False)
class ChoiceCues:
    """The words by which one language chooses entries of a list."""

    everyone: Pattern  # opens words for all entries: "all of the"
    but: Pattern  # leaves some out: ``all``, ``but``
    besides: Pattern  # opens what is left out: "except for"
    that: Pattern  # before a condition: ``what``, ``how``
    kind_of: Pattern  # words for several entries by what they share: "Tom's things"
    where: Pattern  # a condition after an instruction: "where the unit is mg", with ``how``
    everywhere: Pattern  # says that an instruction is about every entry: "for everyone"
    owned: Pattern  # "all of Tom's", before what they are: ``owner``
    late: Pattern  # of entries whose day has passed: "overdue"
    compared: Mapping[Literal["<", ">", "<=", ">="], Pattern]
    filler: frozenset[str]  # words of a condition that say nothing


@dataclass(frozen=True, eq=False)
class Rewording:
    """Clauses of one form that mean an imperative: "the price should be raised to 5".

    ``pattern`` has the groups ``target`` and ``verb``, and may have ``rest``; ``verbs`` gives the
    imperative of a verb, in which "_" takes the place of the target.  It ``is_sure`` if it can mean
    nothing else, and ``is_report`` if it says that something has happened.
    """

    pattern: Pattern
    verbs: Mapping[str, str]
    is_sure: bool = False
    is_report: bool = False


@dataclass(frozen=True, eq=False)
class RemarkCues:
    """Words of instructions that are said as remarks: "Ann joins, the talk is an hour later"."""

    fillers: Pattern  # says nothing of a change: "altogether", "from now on"
    because: Pattern  # opens a reason: "because", "since"
    thus: str  # between a reason and an instruction: "so"
    asides: Pattern  # a whole clause that asks for nothing: "sadly"
    again: Pattern  # a whole clause that asks again for what was just said: "add her to the list"
    removes: Pattern  # says that something is dropped: "is cancelled"
    adds: Pattern  # says that something new is added: "joins", "also"
    relative: Pattern  # an amount ``by`` which something changes, with a ``lead`` or a ``way``
    falling: Pattern  # in such a lead or way: "earlier", "cheaper"
    verbs: frozenset[str]  # between a place and its value, without a meaning of their own here
    verb_form: Pattern  # a word that is a verb by its form
    before_value: frozenset[str]  # between a place and a new value: "to", "is"
    asking: Pattern  # opens a question that asks for a change: "can", "may"
    persons: frozenset[str]  # pronouns, which are no value: "her"
    perfect: Pattern  # in what somebody has done: "has", "have"
    ended: Pattern  # at the end of a clause, like such a way: "6 pots of glue sold"
    costing: Pattern  # a way for prices alone: "dearer"
    anew: Pattern  # in a lead, says that an amount is added to another: "again"
    becoming: frozenset[str]  # before a new value, whatever it is: "to", "becomes"
    same: Pattern  # a value copied from ``whose`` member ``what``: "the same room as Ann"
    likened: Pattern  # a value that is only compared: "as good as"
    other: Pattern  # such an entry, of two: "the other one"
    everything: Pattern  # in a question for the last changes: "all"
    joints: frozenset[str]  # between clauses, that may be in the name of a member: "plus"
    keeps: Pattern  # a whole clause that asks for no change: "keep the rest"
    count_article: Pattern  # before the words of an amount: "a" in "a full hour"
    half: Pattern  # a half of a unit, in group 1 without its article: "half an"
    whole: Pattern  # before a unit, without a meaning of its own: "full"
    coins: frozenset[str]  # units of money that follow a number as a word or a sign
    not_old: str  # alternatives before the value that something no longer has: "instead of"
    remarking: Pattern  # opens a remark about somebody: "they", "nobody"
    day_of_month: Pattern  # "the 11th"; group day
    lasting: Pattern  # a way of an amount, not of a day: "longer", not "later"
    articles: frozenset[str]
    absent: Pattern  # says that somebody does not come: "can't make it"
    answers: Mapping[str, str]  # answers of guests, each with the "no" of its language
    durations: frozenset[str]  # names of numbers that count time: "duration"
    people: frozenset[str]  # names of lists of people
    levels: tuple[frozenset[str], ...]  # texts of which one replaces another: "low", "high"
    is_none: Pattern  # says that something is not such a thing: "is no function"
    joins: Pattern  # says that a person takes part from now on: "has joined"
    money: Pattern  # an amount of money: "15 euros"
    counted: Pattern  # a number of things: "a dozen eggs"; groups count, name
    way_within: Pattern  # an amount with the way before its unit: groups count, way, unit
    compared: Pattern  # says that an amount is no new value: "than", "later"
    lately: Pattern  # says that something in the past tense holds now: "today"
    instead_of: Pattern  # the value that is no longer so: "instead of 12"; group old
    at_time: Pattern  # a time of day in words: "at half past nine"; group time
    article_before: Pattern  # at the end, before a name of which it is a part: "the "


@dataclass(frozen=True, eq=False)
class DocumentCues:
    """The words and patterns of one language for conversation about documents."""

    courtesy: Pattern  # opens a request: "could you please"
    requests: Pattern  # in a courtesy, the words that make a question a request: "could you"
    closing: Pattern  # ends it: "please", "thanks"
    frames: tuple[Frame, ...]  # instructions, the most certain first
    field_values: tuple[Pattern, ...]  # between a new ``field`` and its value: "…, and set it to"
    value_after: str  # what stands there in the frames
    field_word: Pattern  # words for a field, which is no entry of a list
    top_level: Pattern  # the document itself, as the place of a field
    leads: Pattern  # a remark that introduces an instruction: "they moved, so"
    rewordings: tuple[Rewording, ...]  # other forms of an imperative, the most certain first
    expletive: Pattern  # a word that stands for nothing, in an instruction: "there"
    changed: Pattern  # ends a remark that is one: "…, can you update that?"
    instead: Pattern  # "not ``old`` but ``new`` gets the keys"
    noted: tuple[Frame, ...]  # remarks that end in an instruction: "…, so change the teacher"
    followups: tuple[Frame, ...]  # instructions that refer to an earlier change
    questions: tuple[Frame, ...]
    creations: tuple[Frame, ...]  # "start a record for WATER"
    list_name: Pattern  # the name of a list, which becomes a document: "packing list"
    puts_on_list: Pattern  # adds an ``entry`` to "the ``list``", or to "it"
    put_on_list: str  # the same with ``entry`` and the ``name`` of the list
    empties_list: Pattern  # empties "the ``list``", or "it"
    empty_list: str  # the same with the ``name`` of the list
    adds_more: Pattern  # adds an ``entry`` to the list just changed: "and honey too"
    exchanges: Pattern  # takes ``new`` instead of ``old``: "no wine, make it beer"
    recounts: Pattern  # another number of things: ``new``, of it ``count`` and ``thing``
    recount: str  # the same with the ``old`` entry
    whole_document: Pattern  # asks to delete one, ``name``
    renames_document: Pattern  # asks to rename one, ``name``
    every: Pattern  # says that each of several places is meant: "all", "both"
    single: Pattern  # opens words for an entry that give a part of it: "the one from"
    upper: Pattern  # in capitals
    lower: Pattern
    fields_named: Pattern  # opens the names of members of a new document: "the fields"
    list_of: Pattern  # a list in a new document, ``name``: "an empty list of tasks"
    with_amount: Pattern  # a member with its number: ``name``, ``value``, "a budget of 500"
    list_begun: Pattern  # a list by its name and first entry: "guests Mia", "guests: mia"
    open_words: frozenset[str]  # never in an entry of a new document: "everything", "we"
    asks: Pattern  # opens a question
    remarks: Pattern  # opens a statement of the person about themselves: "we moved"
    own_clause: Pattern  # opens one with its own subject and verb: "there are"
    of_others: Pattern  # one that says what others need or have: "they need a leash"
    verbs: tuple[str, ...]  # that open an instruction, corrected for typing errors
    starts: Pattern  # can open a clause of its own
    joint: Pattern  # separates clauses, and items of a list
    small: frozenset[str]  # words that name no place
    kinds: frozenset[str]  # nouns for any value: "date", "number", "entry"
    ordinals: Mapping[str, int]  # 1 is the first, -1 the last
    numbers: Mapping[str, float]
    numbered: frozenset[str]  # before a number that counts entries: "number 2"
    yes: frozenset[str]
    no: frozenset[str]
    denial: Pattern  # negates a quality: "not", "no longer"
    being: Pattern  # says that something has come to be: "is", "has been"
    linking: Pattern  # between the name of a member and its value: "is", "on"
    portion: Pattern  # an amount of one, as groups ``unit`` and ``rest``: "a pinch of salt"
    nothing: frozenset[str]  # words for an empty value: "empty", "none"
    unknown: Pattern  # a whole value that says that there is none: "not known yet"
    whole: frozenset[str]  # words for the subject of a document: "the plan"
    units: Mapping[str, str]  # by word: the unit in the names of members
    article: Pattern  # before a new entry: "a", "another"
    indefinite: Pattern  # before something new, within a text
    clause: Pattern  # in words that are unlikely to be a value: "it is", a colon
    place_word: Pattern  # before a place: "in", "to"
    fields: Pattern  # between the parts of a new entry: "with", "and"
    positions: Mapping[str, Pattern]  # in a list: first, last, before, after
    time: Pattern  # a time of day in words: ``hour``, ``minutes`` and their ``side``, ``half``
    earlier_than_hour: frozenset[str]  # such sides: "to"
    pronoun: Pattern  # refers to the place that was changed last
    percent: Pattern
    repeats: Mapping[str, str]  # how often: "twice" is "2 times"
    shares: Mapping[str, float]  # parts of a whole: "a third"
    telling: frozenset[str]  # small words that show the language of an instruction
    demands: Pattern  # in a statement that asks for a change itself: "should"
    newcomer: Pattern  # a statement that something new exists: ``name``
    referring: Pattern  # refers to the subject of the remark before it: "them"
    between: Pattern  # a position between two entries: ``first``, ``second``
    leading: Pattern  # opens the place of an instruction: "in the list, remove …"
    namely: Pattern  # opens a value after its announcement
    structure: Pattern  # words of a sentence, which are not part of a value
    added: Pattern  # a word for adding, which is not part of a value
    hedges: Pattern  # shows that a statement is no instruction: "if", "perhaps"
    reports: Pattern  # in a remark that says how things are, not what to do: "is", "left"
    conditions: Pattern  # limits an instruction in time or scope: "unless", "except"
    forbids: Pattern  # negates an instruction, if it is not a yes or no: "should not"
    dangling: Pattern  # cannot end the words for a place: "the new"
    vague: Pattern  # in an inexact value: "something", "about 6", "6 or 8", "a lot"
    more: Pattern  # next to an additional amount
    less: Pattern
    rises: Pattern  # in a statement next to the amount by which something rose: "up"
    falls: Pattern
    counting: Mapping[str, float]  # words for an amount, "a" among them
    carriers: frozenset[str]  # words that link a place and its value: "costs", "moves"
    choosing: Pattern  # opens an answer to an open question: "I mean", "take"
    all_of_them: Pattern  # an answer that chooses every place
    as_number: Pattern
    as_text: Pattern
    days: Pattern  # a word for several days: "dates"
    within: str  # between a part and its whole
    becomes: str  # between a place and its new value
    before_new: frozenset[str]  # such words
    concluding: Pattern  # in an instruction after its reason: "so"
    announcing: Pattern  # opens a value that the words before it announce: "namely"
    calling: str  # before the name of a new field: "called"
    hour: Pattern  # an hour of the day, which is written in another way
    that_field: Pattern  # refers to the member that a remark is about: "that field"
    newly: Pattern  # before something that is not there yet: "a new"
    idle: frozenset[str]  # before a new entry, without a meaning: "also"
    restating: Pattern  # opens a clause that only says again what was asked: "so it is"
    leftover: Pattern  # in a value, a word of the sentence around it: "to", "is its value"
    other_acts: Pattern  # asks for another change than a new value: "remove", "add"
    gone: frozenset[str]  # says that something is removed, in place of a value: "away"
    phrases: Mapping[str, str]
    orders: OrderCues
    choices: ChoiceCues
    talk: RemarkCues

    def is_remark(self, text: str) -> bool:
        """Return whether ``text`` is a clause of its own that asks for nothing."""
        if self.conditions.search(text):
            return False
        is_of_own = self.own_clause.match(text) and not self.demands.search(text)
        return bool(is_of_own or self.of_others.match(text))

    def bare(self, text: str) -> str:
        """Return ``text`` without the courtesies that open and end it."""
        text = text.strip()
        polite = self.courtesy.match(text)
        if "\n" in text:  # a text of several lines ends as it was written
            return text[polite.end() :] if polite else text
        return self.closing.sub("", text[polite.end() :] if polite else text).strip()


@dataclass(frozen=True, eq=False)
class ClozeRules:
    """Words for a gap by the kind of name it replaces, and names that need another wording."""

    gaps: Mapping[GapKind, str]
    bound: Pattern  # after a name that "who or what" cannot replace: "'s cake", "herself"


@dataclass(frozen=True, eq=False)
class AccountWords:
    """Patterns of amounts with their roles, and of the questions that calculate with them.

    ``roles`` are tried in order on the words around an amount; an amount that fits none is a cost,
    or a number of things. ``generic`` are words for all that was said, ``light`` those that name
    nothing.
    """

    multiples: Mapping[str, float]  # words after a number, or "a", that multiply it
    fractions: Mapping[str, float]  # words for a number that is not whole
    divides: Pattern  # an ``amount`` divided ``by`` a number, or in ``half``
    divides_now: Pattern  # "split 450 between 5 people", whole and without a question
    asks_result: Pattern  # a calculation, ``sum``, alone or after words that ``asks`` for it
    calculates_on: Pattern  # "divided by 6" alone: ``over`` a number, or ``times`` one
    other_number: Pattern  # "and for twelve?": a number ``n``, of ``us`` or of a ``noun``
    asks_each_alone: Pattern  # "and per person now?"
    operators: Pattern  # words for a sign, in a group with its English name
    joints: Pattern  # between two parts of a statement
    money: Pattern  # after a number
    noise: Pattern  # around a number that counts for nothing: an age, a temperature
    comes_back: Pattern  # states a deposit that is paid back, which costs nothing
    deposit: Pattern  # one that may be a part of a price, or be paid back
    pays_for: Pattern  # says that somebody paid, or advanced, the money for something
    noise_after: Pattern
    label_before: Pattern
    rate: Pattern  # after a number, per ``of`` or each
    rate_of_any: Pattern  # after a number, per ``of`` anything
    of_size: Pattern  # between a number of things and the size of each
    cents: Pattern  # after a number of a hundredth of the unit of money
    rate_before: Pattern
    rate_name: Pattern  # a price ``of`` an hour or a day
    pays: Pattern  # between a number of people and what each pays
    often: Mapping[str, float]  # words for how many times
    frequency: Pattern  # ``n`` times per ``of``
    people: Pattern
    roles: tuple[tuple[str, Pattern], ...]
    another: Pattern  # the amount adds to an earlier one of the same thing
    changes: Pattern  # the amount replaces an earlier one of the same thing
    one_of: Pattern  # the price of one, beside others
    unsure: Pattern  # nothing with it can be added with certainty
    not_but: Pattern  # the ``new`` value in place of the ``old``
    drops: Pattern
    verbs: Pattern  # a part with one has a role of its own
    asks_rest: Pattern
    asks_owed: Pattern
    asks_to_go: Pattern
    writes: Pattern  # says that something was written: there is more of it
    so_far: Pattern  # says how much there is until now
    asks_over: Pattern
    for_people: Pattern  # the number ``n`` of people that a question gives
    asks_each: Pattern
    asks_per: Pattern  # per one ``of`` anything
    for_several: Pattern  # for ``n`` ``of`` something
    participle: Pattern  # a word that may be one
    asks_average: Pattern
    asks_more: Pattern  # a difference
    asks_extremes: Pattern
    asks_came_in: Pattern
    asks_earned: Pattern  # of money only, not how many were sold
    asks_net: Pattern
    asks_own: Pattern
    asks_total: Pattern
    asks_coming: Pattern
    asks_now: Pattern
    asks_amount: Pattern
    asks_far: Pattern
    asks_number: Pattern  # how many, with the ``unit``
    asks_no_sum: Pattern
    asks_all: Pattern  # of all that was said, not of what was asked of before
    asks_of_it: Pattern  # of one thing
    when: Pattern
    distances: Pattern  # "5k" is not 5,000 there
    goes_on: Pattern
    without: Pattern
    plus: Pattern
    only: Pattern
    after: Pattern
    period: Pattern
    periods: Pattern
    percent: Pattern
    percent_off: Pattern
    percent_more: Pattern
    asks_percent: Pattern
    asks_reduced: Pattern
    measures: WordSet  # units that are no plural
    pointing: WordSet  # "last" week
    generic: WordSet
    light: WordSet


@dataclass(frozen=True, eq=False)
class LanguagePack:
    """All tables of one language."""

    language: Language
    lexicon: Lexicon
    references: References
    dialogue_acts: DialogueActRules
    memory_questions: MemoryQuestions
    tool_questions: ToolQuestions
    answer_types: AnswerTypes
    counting: Counting
    ledger: LedgerWords
    accounts: AccountWords
    list_changes: ListChanges
    phrases: ReplyPhrases
    cues: Cues
    corrections: Corrections
    dates: DateForms
    titles: TitleRules
    profile: ProfileRules
    cloze: ClozeRules
    pasting: PastingCues
    task_table: Path

    @cached_property
    def tasks(self) -> Tasks:
        """The table of tasks, read when first used."""
        return read_tasks(self.task_table)

    @cached_property
    def function_words(self) -> WordSet:
        """Words that join, ask or refer, without naming anything."""
        own = self.lexicon
        joining = own.auxiliaries | own.prepositions | own.question_words | own.pronouns
        return stop_words(self.language) | joining

    @cached_property
    def general_stems(self) -> WordSet:
        """The stems of nouns that name nothing by themselves."""
        return frozenset(stem for word in self.lexicon.general_nouns for stem in self.stems(word))

    @cached_property
    def asking_stems(self) -> WordSet:
        """The stems of words about asking itself: "tell", "know"."""
        return frozenset(self.stems(self.lexicon.asking))

    @cached_property
    def topics(self) -> Mapping[str, str]:
        """The topic of each stem that has one."""
        return {
            stem: about
            for about, listed in self.answer_types.topics.items()
            for stem in self.stems(listed)
        }

    @cached_property
    def kinds(self) -> Mapping[str, frozenset[str]]:
        """The stems of the things of each kind, by the stems of the words for the kind."""
        return {
            stem: frozenset(self.stems(things))
            for named, things in self.answer_types.kinds.items()
            for stem in self.stems(named)
        }

    @cached_property
    def light_stems(self) -> WordSet:
        """The stems of words with little meaning next to their subject."""
        return frozenset(self.stems(self.lexicon.light))

    @cached_property
    def operation_stems(self) -> WordSet:
        """The stems of words that ask for a place in a list, a sum or a difference."""
        counting = self.counting
        return frozenset(self.stems(" ".join((*counting.operation, *counting.numbers))))

    @cached_property
    def list_stems(self) -> WordSet:
        """The stems of words that ask for a list."""
        return frozenset(self.stems(self.memory_questions.listing))

    @cached_property
    def period_stems(self) -> frozenset[str]:
        """The stems of words for times, which are never counted."""
        return frozenset(self.stems(self.counting.periods))

    @cached_property
    def outlay_stems(self) -> WordSet:
        """The stems of nouns for lists whose entries are all paid."""
        return frozenset(self.stems(" ".join(self.counting.outlays)))

    @cached_property
    def measures(self) -> WordSet:
        """The units of time, and all other units except money."""
        return frozenset(self.counting.durations | set(self.counting.units.values()))

    def says_income(self, text: str) -> bool:
        """Return whether ``text`` says that money came in."""
        says = (self.ledger.earned, self.counting.earns, self.ledger.income)
        return any(each.search(text) for each in says)

    def asks_for_todos(self, text: str) -> bool:
        """Return whether ``text`` asks for the todos as a whole."""
        return bool(self.memory_questions.todo.search(text)) and self.names_nothing(text)

    def names_nothing(self, text: str) -> bool:
        """Return whether ``text`` asks for a list and names no subject."""
        return self.list_stems.issuperset(self.stems(text))

    def stems(self, text: str) -> list[str]:
        """Return the content stems of ``text`` in this language, and the months in it."""
        months = self._stop_months.findall(text) if self._stop_months else ()
        return [*content_stems(text, self.language), *map(str.lower, months)]

    @cached_property
    def _stop_months(self) -> Pattern | None:
        """A pattern for months that are stop words, too ("in May"), except as first word."""
        words = "|".join(self.lexicon.calendar & stop_words(self.language))
        return re.compile(rf"(?<=[\w,] )(?:{words.title()})\b") if words else None
