"""What a language gives the built-in engine: words, forms and sentences, one table for each kind.

The rules hold no word of any language: they take a `Tongue` as a value, chosen for each message
(`languages`).  A further language is a further set of tables.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from tidemark.nlp.corrections import Corrections
from tidemark.nlp.cues import Cues
from tidemark.nlp.date_rules import DateForms
from tidemark.nlp.patterns import Pattern
from tidemark.nlp.task_table import Tasks, read_tasks
from tidemark.nlp.tokens import content_stems
from tidemark.nlp.word_lists import Language, stop_words
from tidemark.schema import ItemKind

ReferentKind = Literal["person", "group", "thing", "place", "any"]
AnswerKind = Literal["money", "people", "place", "time", "person"]
WordSet = frozenset[str]
ReferenceTemplate = tuple[
    tuple[str, ...], tuple[str, ...]
]  # readings of a reference, and what to ask about it


def words_in(text: str) -> WordSet:
    """Return the words of ``text``, a list with blanks between them."""
    return frozenset(text.split())


class Pronoun(NamedTuple):
    """What a word stands for, the likeliest first, and whether it owns what follows."""

    shapes: tuple[ReferentKind, ...]
    owns: bool = False


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The words the rules look for, lower-cased."""

    pronouns: WordSet
    person: WordSet  # pronouns that show that a person is spoken of
    pointing: WordSet
    definite: WordSet
    determiners: WordSet
    question_words: WordSet
    auxiliaries: WordSet
    prepositions: WordSet
    continuers: WordSet
    openers: WordSet  # open a sentence with a capital and are no names
    qualifiers: WordSet  # say how much, which or what kind; alone they name nothing
    more: WordSet  # continue something said before, wherever they stand
    general_nouns: WordSet  # so general that "the …" means one that was named before
    verbs: WordSet  # open a request or stand between a subject and its object; they name nothing
    complements: WordSet  # after "the song" these say which one
    people: WordSet
    kinds_of_named: WordSet  # "the band Saosin": kinds whose member is named right after them
    sites: WordSet  # in a name they show that it is no person and no town: Hotel Tejo
    times: WordSet  # place a question in time; "that year" is not "that year of Lisbon"
    phrase_links: WordSet
    also_nouns: WordSet  # verbs that after a noun are nouns themselves: "meal plan"
    calendar: WordSet
    introducing: WordSet  # "a keeper and his dog": what a later pronoun may stand for
    asking: str  # words that a question says of the asking, not of what is asked

    @cached_property
    def request_openers(self) -> WordSet:
        """Words that open a request."""
        return (self.verbs | self.openers) - self.auxiliaries


@dataclass(frozen=True, eq=False)
class References:
    """How one refers to what was said before, and how what is meant is written in its place."""

    name_joint: Pattern  # between two words of one name: University of California, St. Louis
    phrase_joint: Pattern  # between two nouns of one phrase: price of oil
    first_person: Pattern
    pronouns: WordSet
    # Between the words around it and before the noun of its phrase: what one of these stands for.
    pronoun: Callable[[str, str, str, str], Pronoun | None]
    adverbs: Mapping[str, str]  # "ervan": "van"
    empty_it: Pattern  # "is it true that", "it takes": a pronoun that stands for nothing
    place: Pattern  # "there": where one is (at), or goes (to)
    at_place: Pattern  # before a name: the preposition of being there, as group 1
    in_place: str  # … where the talk gives none
    to_place: str
    before_place: Pattern  # before a name: it is likely a place
    before_person: Pattern  # … likely a person
    after_person: Pattern  # after a name: what persons do
    shape_with_article: Callable[
        [str], ReferentKind
    ]  # what a name that has an article is: the Beatles
    kept_article: Pattern  # before a name: the article that is written with it, as group 1
    article_for: Callable[[str], str]  # before a noun that takes the place of this pronoun
    joined: str  # between two that are meant together
    refers_back: Pattern  # "your previous answer", "do it again"
    continues: Pattern  # "what about Porto": the rest of the question was said before
    continued_with: Pattern  # … and what takes the place of its like in the question before
    besides: Pattern
    asks_what_is: Pattern  # "what is a keto diet": asked of the world, not of the conversation
    asks_who: Pattern
    asks_how: Pattern
    after_preposition: Pattern
    happened: Pattern
    ordinals: Mapping[str, int]
    ordinal_reference: Pattern
    speaks_of_its_sender: Pattern
    side_by_side: str
    article: Pattern
    joins_clauses: Callable[[str, str, str], bool]  # a "that" between these two words
    owner: Callable[[str], str]  # Anna: Anna's
    is_plural: Callable[[str], bool]
    happened_to: str
    of_topic: Mapping[str, str]  # "the premiere of Dreamgirls"; "" is for any other noun
    about_topic: str
    infinitive: str
    addressed: Callable[[str], str]  # a thing the person names, as said to them: "your trip"
    owned: Callable[[str], str]  # … that is theirs, whatever stood before it
    detail_of: str


@dataclass(frozen=True, eq=False)
class DialogueActRules:
    """How people ask, request, offer and thank."""

    courtesy: Pattern
    disputes: Pattern  # "that is wrong", and no word of what is right
    requests: Pattern
    asks: Pattern
    turns_to_ask: Pattern  # "… on Monday, can you": where a sentence begins to ask
    resource: Pattern  # material to work on, offered without a task
    resource_words: int  # who says more about what they offer has said what it is for
    settled: Pattern  # "I have a dataset (Describe it)": an offer whose task was chosen since
    role_play: Pattern  # an exercise with its own facts: nothing of the person's own is at stake
    own_task: Pattern  # the task is the person's own …
    plans: Pattern
    asks_knowledge: Pattern  # … unless it asks for knowledge, which is the same for everyone,
    counted: Pattern  # or says how many it wants of what
    picks_number: Pattern  # after a clarifying question: "2", "the second one please"
    changes_matter: Pattern
    answer_anyway: Pattern


@dataclass(frozen=True, eq=False)
class MemoryQuestions:
    """How people ask for what is remembered."""

    kinds: tuple[tuple[ItemKind, Pattern], ...]
    everything: Pattern
    talked: Pattern  # of these, what asks for the talk itself: "what have we discussed"
    of_ourselves: Pattern  # a question about what was said here, not about the world
    remember: Pattern  # "do you remember my budget", "remind me when we leave"
    general_advice: Pattern  # "how should I", "any tips": not for what was said
    usual: Pattern  # "book the usual": what the person said they always do
    usually: Pattern
    in_order: Pattern  # quotes are shown as they were said, one after the other
    of_the_engine: Pattern
    owned: Pattern
    yours: Pattern
    listing: str  # the words that ask for a list and are not what it is about

    def lists(self, text: str) -> bool:
        """Whether ``text`` asks for a list of what is remembered."""
        return any(asks.search(text) for asks in (self.everything, *(of for _, of in self.kinds)))


@dataclass(frozen=True, eq=False)
class AnswerTypes:
    """What questions ask for, and the words that answer one another.

    ``kin`` are words by what they are about, under names that all languages share: what one asks
    with, another answers with, and so a question in one language finds what was said in another.
    """

    asks: Mapping[AnswerKind, Pattern]
    holds: Mapping[AnswerKind, Pattern]
    topics: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class ReplyPhrases:
    """Every sentence the built-in engine speaks; it never claims more than to quote and count."""

    greeting: str
    welcome: str
    understood: str
    farewell: str
    thanking: WordSet
    greeting_words: WordSet
    parting: WordSet
    kept: str
    put_right: str
    noted_as: Mapping[ItemKind, str]
    replaces: str
    key_goes: str
    no_model: str
    no_model_again: str
    no_work: str
    no_work_again: str
    who_i_am: str
    no_reminder: str
    bears_on_it: str
    looked_for: str
    nothing_said: str
    nothing_known: str
    nearest: str
    found: str
    you_said: str
    i_said: str
    you_said_before: str
    i_said_before: str
    kept_as: Mapping[ItemKind, str]
    dated: str
    stated: Mapping[str, str]
    months: tuple[str, ...]
    list_titles: Mapping[ItemKind, str]
    none_of_kind: Mapping[ItemKind, str]
    either_of: str  # between two that were looked for
    and_older: str
    nothing_noted: str
    asked_before: str
    took_to_mean: str
    took_as: str
    took_about: str
    took_from_two: str
    unresolved: str
    either: str
    looked_up_list: Mapping[ItemKind, str]
    looked_up_everything: str
    looked_up_usual: str
    looked_up_reference: str
    ask_back: str
    ours: Pattern  # how replies of ours begin: they hold nothing that was not said elsewhere
    which_person: ReferenceTemplate
    which_group: ReferenceTemplate
    which_thing: ReferenceTemplate
    which_one: ReferenceTemplate
    which_words: ReferenceTemplate
    which_relation: ReferenceTemplate
    which_more: ReferenceTemplate
    which_matter: ReferenceTemplate
    said_to_you: Callable[[str], str]  # what a person said of themselves, as one says it to them


@dataclass(frozen=True, eq=False)
class LanguagePack:
    """All that the built-in engine knows of one language."""

    language: Language
    lexicon: Lexicon
    references: References
    dialogue_acts: DialogueActRules
    memory_questions: MemoryQuestions
    answer_types: AnswerTypes
    phrases: ReplyPhrases
    cues: Cues
    corrections: Corrections
    dates: DateForms
    task_table: Path

    @cached_property
    def tasks(self) -> Tasks:
        """What tasks need before they can be done, read when a task is first looked at."""
        return read_tasks(self.task_table)

    @cached_property
    def function_words(self) -> WordSet:
        """Words that join, ask or point, and name nothing."""
        own = self.lexicon
        joining = own.auxiliaries | own.prepositions | own.question_words | own.pronouns
        return stop_words(self.language) | joining

    @cached_property
    def general_stems(self) -> WordSet:
        """The stems of nouns that name nothing by themselves."""
        return frozenset(stem for word in self.lexicon.general_nouns for stem in self.stems(word))

    @cached_property
    def asking_stems(self) -> WordSet:
        """The stems of what a question says of the asking."""
        return frozenset(self.stems(self.lexicon.asking))

    @cached_property
    def topics(self) -> Mapping[str, str]:
        """What each stem is about, of those that ask for one another."""
        return {
            stem: about
            for about, listed in self.answer_types.topics.items()
            for stem in self.stems(listed)
        }

    @cached_property
    def list_stems(self) -> WordSet:
        """The stems of the words that ask for a list."""
        return frozenset(self.stems(self.memory_questions.listing))

    def stems(self, text: str) -> list[str]:
        """Return the content stems of ``text``, read in this language; "in May" names a month."""
        months = self._stop_months.findall(text) if self._stop_months else ()
        return [*content_stems(text, self.language), *map(str.lower, months)]

    @cached_property
    def _stop_months(self) -> Pattern | None:
        """What finds a month that is a stop word, too, unless it opens a sentence."""
        words = "|".join(self.lexicon.calendar & stop_words(self.language))
        return re.compile(rf"(?<=[\w,] )(?:{words.title()})\b") if words else None
