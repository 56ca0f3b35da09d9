"""What a task lacks: the details it cannot be done without, and the ways it could be meant."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidemark.engines import english
from tidemark.engines import english_moves as forms
from tidemark.engines import english_tasks as tasks
from tidemark.engines.english_tasks import Detail, Matter
from tidemark.engines.mentions import Said, Token, is_noun, names, tokens
from tidemark.engines.moves import move
from tidemark.words import content_stems

_MOST_WORDS = 25
_MOST_QUESTIONS = 2
_OBJECT_CHARS = 40
_PHRASE_WORDS = 9
_MODIFIERS = 3


@dataclass(frozen=True)
class Lack:
    """What keeps a request from being done: readings that differ, questions on what lacks.

    ``phrase`` is the words of it that stand for something unknown.
    """

    name: str
    readings: tuple[str, ...]
    questions: tuple[str, ...]
    looked_for: tuple[str, ...]
    phrase: str = ""


def lacking(request: str, known: Sequence[Said] = ()) -> Lack | None:
    """Return what ``request`` lacks that neither it nor what is ``known`` gives, or None.

    A statement lacks nothing, unless it offers something to work on without a task.
    """
    kind = move(request)
    if kind == "resource":
        found = forms.RESOURCE.search(request)
        return _resource(_its_owner(found["object"])) if found else None
    if kind != "request" or len(request.split()) > _MOST_WORDS or forms.ROLE_PLAY.search(request):
        return None
    for matter, object_ in _matters(request):
        if matter in tasks.OWN_MATTERS and _is_known(matter, known):
            continue
        missing = [each for each in matter.details if not _is_given(each, request, object_, known)]
        if len(missing) == len(matter.details) or matter.needs in {each.name for each in missing}:
            return _lack(matter, object_, missing)
    return None


def _is_known(matter: Matter, known: Sequence[Said]) -> bool:
    """Whether the person spoke of the matter before: what it turns on has had its turn."""
    return any(said.role == "user" and matter.shows.search(said.text) for said in known)


def _resource(object_: str) -> Lack | None:
    for matter in tasks.MATERIALS:
        if matter.shows.search(object_):
            return _lack(matter, object_, matter.details)
    return None


def _lack(matter: Matter, object_: str, missing: Sequence[Detail]) -> Lack:
    return Lack(
        matter.name,
        tuple(_sentence(each.format(object=object_)) for each in matter.readings),
        tuple(each.question.format(object=object_) for each in missing[:_MOST_QUESTIONS]),
        tuple(f"{each.name} for {object_}" for each in missing[:_MOST_QUESTIONS]),
    )


def _is_given(detail: Detail, request: str, object_: str, known: Sequence[Said]) -> bool:
    if detail.given.search(request):
        return True
    about = set(content_stems(object_))
    return any(
        said.role == "user"
        and detail.given.search(said.text)
        and about & set(content_stems(said.text))
        for said in known
    )


def _matters(request: str) -> Iterator[tuple[Matter, str]]:
    """Yield what ``request`` may be about, and the words it has for it."""
    own = bool(forms.OWN_TASK.search(request)) and not forms.ASKS_KNOWLEDGE.search(request)
    plans = bool(forms.PLANS.search(request))
    for matter in tasks.UNNAMED:
        found = matter.shows.search(request)
        if found and (object_ := _object(request, found)):
            yield matter, object_
    if (own or plans) and not forms.COUNTED.search(request):
        shown = [(each.shows.search(request), each) for each in tasks.OWN_MATTERS]
        first = sorted(
            ((_place(found), found, each) for found, each in shown if found), key=lambda at: at[0]
        )
        named = ((each, _object(request, found)) for _, found, each in first)
        yield from [(each, object_) for each, object_ in named if object_][:1]


def _place(found: re.Match[str]) -> int:
    """Return where a matter is named; "improve …" gives way to what is improved."""
    is_verb = found.groupdict().get("after") is not None
    return found.start() + (_OBJECT_CHARS if is_verb else 0)


def _object(request: str, found: re.Match[str]) -> str:
    groups = found.groupdict()
    if groups.get("object"):
        return _yours(groups["object"])
    if groups.get("at"):
        return phrase_around(request, found.start("at"))
    if groups.get("after") is not None:
        return phrase_from(request, found.end())
    return phrase_around(request, found.start())


def phrase_around(request: str, position: int) -> str:
    """Return the noun phrase of ``request`` at ``position``, as said to the person: "your trip".

    >>> phrase_around("Help me plan my first trip to Paris, please", 22)
    'your first trip to Paris'
    """
    found = tokens(request)
    at = next(index for index, token in enumerate(found) if token.end > position)
    if at and found[at - 1].word == "to":  # a verb: what it is done to names the task
        return phrase_from(request, found[at].end) or found[at].text
    named = {name.start for name in names(request)}
    first = at
    while first and at - first < _MODIFIERS and _modifies(found[first - 1], named):
        first -= 1
    if first < at and first and found[first - 1].word == "to":
        first += 1
    if first and found[first - 1].word in english.DETERMINERS:
        first -= 1
    return _yours(request[found[first].start : found[_last(found, at, named)].end])


def phrase_from(request: str, position: int) -> str:
    """Return the phrase of ``request`` that begins after ``position``, verb and all."""
    found = tokens(request)
    at = next((index for index, token in enumerate(found) if token.start >= position), None)
    if at is None:
        return ""
    named = {name.start for name in names(request)}
    first = at
    while at < len(found) and (
        found[at].word in english.DETERMINERS or found[at].word in english.VERBS
    ):
        at += 1
    if at >= len(found) or not _modifies(found[at], named):
        return ""
    return _yours(request[found[first].start : found[_last(found, at, named)].end])


def _last(found: Sequence[Token], at: int, named: set[int]) -> int:
    last = at
    while last + 1 < len(found) and last - at < _PHRASE_WORDS:
        step = _goes_on(found, last + 1, named)
        if not step:
            break
        last += step
    return last


def _modifies(token: Token, named: set[int]) -> bool:
    return token.is_word and (
        is_noun(token) or token.start in named or token.word in english.QUALIFIERS
    )


def _goes_on(found: Sequence[Token], at: int, named: set[int]) -> int:
    """Return how many tokens from ``at`` on belong to the phrase: a noun, or "to the …"."""
    if _modifies(found[at], named) or found[at].word in english.ALSO_NOUNS:
        return 1
    if found[at].word not in english.PHRASE_LINKS:
        return 0
    step = 1
    if at + step < len(found) and found[at + step].word in english.DETERMINERS:
        step += 1
    elif found[at].word == "to" and at + step < len(found) and found[at + step].start not in named:
        return 0  # what follows is a verb
    return step + 1 if at + step < len(found) and _modifies(found[at + step], named) else 0


def _its_owner(text: str) -> str:
    """Turn "a dataset" that the person has into their dataset."""
    owned = _yours(text)
    if owned.startswith("your "):
        return owned
    return "your " + english.ARTICLE.sub("", owned)


def _yours(text: str) -> str:
    """Turn what the person says of themselves into what is said to them."""
    text = english.INDEFINITE.sub("the ", text.strip())
    turned = english.FIRST_PERSON_WORDS.sub(
        lambda match: english.SECOND_PERSON[match.group().lower()], text
    )
    return " ".join(turned.split()).strip(" ,.;:")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
