"""Task slots: the details that a task requires, and its possible interpretations."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidemark.nlp.dialogue_acts import DialogueAct, dialogue_act
from tidemark.nlp.mentions import Token, Utterance, is_noun, names, tokens
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.sentences import QUESTION_CHARS, beginning_and_end
from tidemark.nlp.task_table import Detail, TaskTopic

_MOST_WORDS = 25
_MOST_QUESTIONS = 2
_OBJECT_CHARS = 40
_PHRASE_WORDS = 9
_MODIFIERS = 3


@dataclass(frozen=True)
class MissingDetails:
    """The reason a request cannot be done: interpretations that differ, and questions to ask.

    ``phrase`` are its words for something unknown.
    """

    name: str
    interpretations: tuple[str, ...]
    questions: tuple[str, ...]
    looked_for: tuple[str, ...]
    phrase: str = ""


def missing_details(
    request: str, known: Sequence[Utterance] = (), pack: LanguagePack | None = None
) -> MissingDetails | None:
    """Return the details of ``request`` given neither in it nor in ``known``, or None.

    It is read in ``pack``, by default in its own language. A statement needs no details, unless it
    offers material without a task.
    """
    pack = pack or language_pack_for(request)
    request = beginning_and_end(request, QUESTION_CHARS)
    kind = dialogue_act(request, pack)
    if kind == "resource":
        found = pack.dialogue_acts.resource.search(request)
        return _resource(pack.references.owned(found["object"]), pack) if found else None
    if not _may_lack(request, kind, pack) or len(request.split()) > _MOST_WORDS:
        return None
    if pack.dialogue_acts.role_play.search(request):
        return None
    for topic, object_ in _topics(request, pack):
        if topic in pack.tasks.own and _is_known(topic, known):
            continue
        about = set(pack.stems(object_))
        missing = [
            each for each in topic.details if not _is_given(each, request, about, known, pack)
        ]
        if len(missing) == len(topic.details) or topic.needs in {each.name for each in missing}:
            return _lack(topic, object_, missing, pack)
    return None


def _may_lack(request: str, kind: DialogueAct, pack: LanguagePack) -> bool:
    """Return whether ``request`` is a task, a wish, or asks how to do one."""
    rules = pack.dialogue_acts
    tasks = (rules.requests, rules.wishes, rules.asks_advice)
    return kind not in ("courtesy", "resource") and any(each.search(request) for each in tasks)


def _is_known(topic: TaskTopic, known: Sequence[Utterance]) -> bool:
    """Return whether the person mentioned ``topic`` before: its details were asked then."""
    return any(said.role == "user" and topic.shows.search(said.text) for said in known)


def _resource(object_: str, pack: LanguagePack) -> MissingDetails | None:
    for topic in pack.tasks.material:
        if topic.shows.search(object_):
            return _lack(topic, object_, topic.details, pack)
    return None


def _lack(
    topic: TaskTopic, object_: str, missing: Sequence[Detail], pack: LanguagePack
) -> MissingDetails:
    form = pack.references.detail_of
    return MissingDetails(
        topic.name,
        tuple(_sentence(each.format(object=object_)) for each in topic.interpretations),
        tuple(each.question.format(object=object_) for each in missing[:_MOST_QUESTIONS]),
        tuple(form.format(detail=each.name, object=object_) for each in missing[:_MOST_QUESTIONS]),
    )


def _is_given(
    detail: Detail, request: str, about: set[str], known: Sequence[Utterance], pack: LanguagePack
) -> bool:
    return bool(detail.given.search(request)) or any(
        said.role == "user"
        and detail.given.search(said.text)
        and about & set(pack.stems(said.text))
        for said in known
    )


def _topics(request: str, pack: LanguagePack) -> Iterator[tuple[TaskTopic, str]]:
    """Yield the possible topics of ``request``, each with the words for it."""
    forms = pack.dialogue_acts
    own = bool(forms.own_task.search(request)) and not forms.asks_knowledge.search(request)
    plans = bool(forms.plans.search(request))
    for topic in pack.tasks.unnamed:
        found = topic.shows.search(request)
        if found and (object_ := _object(request, found, pack)):
            yield topic, object_
    if (own or plans) and not forms.counted.search(request):
        shown = [(each.shows.search(request), each) for each in pack.tasks.own]
        first = sorted(
            ((_place(found), found, each) for found, each in shown if found), key=lambda at: at[0]
        )
        named = ((each, _object(request, found, pack)) for _, found, each in first)
        yield from [(each, object_) for each, object_ in named if object_][:1]


def _place(found: re.Match[str]) -> int:
    """Return the position that names a topic; "improve …" counts less than its object."""
    is_verb = found.groupdict().get("after") is not None
    return found.start() + (_OBJECT_CHARS if is_verb else 0)


def _object(request: str, found: re.Match[str], pack: LanguagePack) -> str:
    groups = found.groupdict()
    if groups.get("object"):
        return pack.references.addressed(groups["object"])
    phrase = _Phrase(request, pack)
    if groups.get("at"):
        return phrase.around(found.start("at"))
    if groups.get("after") is not None:
        return phrase.after(found.end())
    return phrase.around(found.start())


def phrase_around(request: str, position: int, pack: LanguagePack | None = None) -> str:
    """Return the noun phrase of ``request`` at ``position``, in the second person.

    >>> phrase_around("Help me plan my first trip to Paris, please", 22)
    'your first trip to Paris'
    """
    return _Phrase(request, pack or language_pack_for(request)).around(position)


class _Phrase:
    """The noun phrases of a request, in the second person."""

    def __init__(self, request: str, pack: LanguagePack) -> None:
        self._request = request
        self._pack = pack
        self._own = pack.lexicon
        self._found = tokens(request)
        self._named = {name.start for name in names(request, pack)}

    def around(self, position: int) -> str:
        """Return the noun phrase at ``position``."""
        found, infinitive = self._found, self._pack.references.infinitive
        at = next(index for index, token in enumerate(found) if token.end > position)
        if at and found[at - 1].word == infinitive:  # a verb: its object names the task
            return self.after(found[at].end) or found[at].text
        first = at
        while first and at - first < _MODIFIERS and self._modifies(found[first - 1]):
            first -= 1
        if first < at and first and found[first - 1].word == infinitive:
            first += 1
        if first and found[first - 1].word in self._own.determiners:
            first -= 1
        return self._said(first, at)

    def after(self, position: int) -> str:
        """Return the phrase that begins after ``position``, including its verb."""
        found = self._found
        at = next((index for index, token in enumerate(found) if token.start >= position), None)
        if at is None:
            return ""
        first = at
        while at < len(found) and found[at].word in self._own.determiners | self._own.verbs:
            at += 1
        if at >= len(found) or not self._modifies(found[at]):
            return ""
        return self._said(first, at)

    def _said(self, first: int, at: int) -> str:
        last = at
        while last + 1 < len(self._found) and last - at < _PHRASE_WORDS:
            step = self._goes_on(last + 1)
            if not step:
                break
            last += step
        phrase = self._request[self._found[first].start : self._found[last].end]
        return self._pack.references.addressed(phrase)

    def _modifies(self, token: Token) -> bool:
        return token.is_word and (
            is_noun(token, self._pack)
            or token.start in self._named
            or token.word in self._own.qualifiers
        )

    def _goes_on(self, at: int) -> int:
        """Return how many tokens from ``at`` on continue the phrase: a noun, or "to the …"."""
        found = self._found
        if self._modifies(found[at]) or found[at].word in self._own.also_nouns:
            return 1
        if found[at].word not in self._own.phrase_links or at + 1 >= len(found):
            return 0
        step = 1
        if found[at + step].word in self._own.determiners:
            step += 1
        elif (
            found[at].word == self._pack.references.infinitive
            and found[at + step].start not in self._named
        ):
            return 0  # a verb follows
        return step + 1 if at + step < len(found) and self._modifies(found[at + step]) else 0


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
