"""Referents: persons and things that the person mentioned recently, and the one a pronoun means.

In a conversation with many statements, a pronoun means the last thing mentioned that fits: a person
of that sex for "she", a thing for "it", not simply the nearest name.  If two fit equally well, or
none does, the pronoun is ambiguous and is left as it is.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tidemark.nlp.languages import given_names
from tidemark.nlp.mentions import (
    Anaphor,
    Mention,
    Token,
    Utterance,
    anaphors,
    bare,
    head_after,
    names,
    noun_phrases,
    tokens,
)
from tidemark.nlp.pack_fields import LanguagePack, ReferentKind, Sex
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.quotes import quotable_sentences
from utils import text_cache

_NEAR = {"person": 6, "group": 2, "thing": 2, "place": 3}  # messages of the person, newest first
_EVENT_NEAR = 4
_FEW_STEMS = 2
_BEFORE_CHARS, _AFTER_CHARS = 40, 48
_INNER_CAPITAL = re.compile(r"(?<!Mc)(?<!Mac)(?<=[a-z])[A-Z]")  # "PostNL" is no person


@dataclass(frozen=True)
class Referent:
    """A person or thing that a message mentions, and to which a later pronoun may refer.

    ``text`` is its name in a question, ``told`` its name when speaking to the person. One is
    ``aside`` if the message only mentions it in passing: "with Petra", "her sister Elin".
    ``is_known``: its kind shows in the conversation; ``clause`` are the stems of the words about
    it, up to a comma.
    """

    text: str
    told: str
    kind: ReferentKind
    sex: Sex = ""
    is_name: bool = True
    is_known: bool = True
    aside: bool = False
    is_event: bool = False
    stems: frozenset[str] = frozenset()
    clause: frozenset[str] = frozenset()
    preposition: str = ""


@dataclass
class _Person:
    """A name in the conversation: its longest form, and the known facts about its bearer."""

    full: str
    sex: Sex = ""
    is_person: bool = False
    is_group: bool = False


@dataclass
class _People:
    """The names of a conversation by their first word after a title, lower-cased."""

    of: dict[str, _Person] = field(default_factory=dict)

    def learn(self, name: str, own: LanguagePack, *, sex: Sex, is_person: bool) -> None:
        known = self.of.setdefault(_key(name, own), _Person(name))
        known.full = max(known.full, name, key=len)
        known.sex = known.sex or sex
        known.is_person |= is_person


def referent_of(
    anaphor: Anaphor,
    question: str,
    history: Sequence[Utterance],
    background: Sequence[Utterance],
    pack: LanguagePack,
) -> tuple[Referent, ...]:
    """Return the referents of ``anaphor`` in ``question``: one, two that tie, or none.

    Only messages of the person count, the last few of ``history``; ``background`` shows who the
    people are, and the subject of the conversation.
    """
    said = [each.text for each in history if each.role == "user" and _mentions_any(each, pack)]
    said.reverse()
    before = [each.text for each in background if each.role == "user"]
    people = _people((*before, *reversed(said)), pack)
    asked = frozenset(pack.stems(question)) - pack.asking_stems
    pronoun = anaphor.phrase.lower()
    is_of_person = anaphor.kinds[0] == "person"
    told = _answered_with_pronoun(anaphor, said, people, asked, pack)
    if told is not None:
        return tuple(told)
    for kind in anaphor.kinds[:1] if is_of_person else anaphor.kinds:
        found: Sequence[Referent] = ()
        if kind == "person":
            sex: Sex = pack.references.sexes.get(pronoun, "")
            takes_things = "thing" in anaphor.kinds and not anaphor.owns
            gender = pack.references.genders.get(pronoun, "") if takes_things else ""
            found = _persons(said, people, sex, asked, pack, gender=gender)
        elif kind == "group":
            found = _groups(said, people, asked, pack)
        elif kind == "thing":
            found = _event_asked(question, said, before, people, pack) or _things(
                said, people, asked, pack, gender=pack.references.genders.get(pronoun, "")
            )
        elif kind == "place":
            found = _places(said, people, pack)
        if found:
            return tuple(found)
    return ()


def _answered_with_pronoun(
    anaphor: Anaphor,
    said: Sequence[str],
    people: _People,
    asked: frozenset[str],
    pack: LanguagePack,
) -> Sequence[Referent] | None:
    """Return the referents of ``anaphor`` if the person answered with the same pronoun.

    "She wants it by six" answers "When does she want it?", whoever was named after it. The result
    is empty if that pronoun is ambiguous, None if there is no such message.
    """
    sex = _sex_of(anaphor, pack)
    for at, text in enumerate(said[: _NEAR["person"]]):
        own = language_pack_for(text, pack)
        for sentence in quotable_sentences(text):
            for each in anaphors(sentence, own):
                is_same = each.kinds[0] == anaphor.kinds[0] and _sex_of(each, own) == sex
                clause = re.split(r"[,;]", sentence[each.end :], maxsplit=1)[0]
                if text.endswith("?") or not is_same or not asked & frozenset(own.stems(clause)):
                    continue
                if anaphor.kinds[0] != "person":
                    return ()
                start = text.find(sentence)
                for before in (sentence[: each.start], text[:start]):
                    if found := _of_sex(sex, _persons_in(before, people, own)):
                        return _one_of(found, sex, asked)
                earlier = _persons(said[at + 1 :], people, sex, asked, pack)
                return earlier if all(one.sex == sex for one in earlier) else ()
    return None


def _mentions_any(said: Utterance, pack: LanguagePack) -> bool:
    """Return whether ``said`` is more than a question about earlier messages.

    A request to forget something does not make it the new subject.
    """
    own = language_pack_for(said.text, pack)
    if own.corrections.forgets.match(said.text):
        return False
    if not said.text.rstrip().endswith("?"):
        return True
    return bool(names(said.text, own)) or any(_phrases(said.text, own))


# Persons


@text_cache(64)
def _people(said: tuple[str, ...], pack: LanguagePack) -> _People:
    """Return the names in ``said``, in order, with the facts that show about each."""
    people = _People()
    for text in said:
        own = language_pack_for(text, pack)
        for sentence in quotable_sentences(text):
            named = [
                name
                for name in names(sentence, own)
                if name.text.lower() not in own.lexicon.calendar
            ]
            ends = [*(name.start for name in named[1:]), len(sentence)]
            last, was_person = 0, False
            subjects: list[Mention] = []
            for name, end in zip(named, ends, strict=False):
                sex, is_person = _shown(sentence, name, own)
                joint = sentence[last : name.start].strip().lower()
                is_person |= was_person and bool(re.fullmatch(own.references.joined, joint))
                rest = sentence[name.end : end]
                if _is_subject(sentence, name, own):
                    meant = _sex_after(rest, own)
                    sex, is_person = sex or meant, is_person or bool(meant)
                    other = _sex_of_object(rest, own)
                    if other and len(subjects) == 1:
                        people.learn(subjects[0].text, own, sex=other, is_person=True)
                    subjects.append(name)
                people.learn(name.text, own, sex=sex, is_person=is_person)
                people.of[_key(name.text, own)].is_group |= _is_several_after(rest, own)
                last, was_person = name.end, is_person
        _learn_by_pronoun(text, people, own)
    return people


def _is_subject(sentence: str, name: Mention, own: LanguagePack) -> bool:
    """Return whether ``name`` opens its sentence or a clause of it."""
    before = sentence[: name.start].rstrip()
    if not before or before[-1] in ",;:":
        return True
    last = before.split()[-1].lower()
    return last in own.lexicon.continuers or bool(own.references.presents.search(before))


def _learn_by_pronoun(text: str, people: _People, own: LanguagePack) -> None:
    """Apply "He lives there" after a sentence about Dirk to Dirk."""
    sentences = quotable_sentences(text)
    for before, after in pairwise(sentences):
        sex = _sex_of(next((each for each in anaphors(after, own) if each.start == 0), None), own)
        subject = [name for name in names(before, own) if not _is_aside(before, name, own)]
        known = [each for each in subject if _may_be(people.of.get(_key(each.text, own)), sex)]
        if sex and len(known) == 1:
            people.learn(known[0].text, own, sex=sex, is_person=True)


def _may_be(person: _Person | None, sex: Sex) -> bool:
    return person is None or person.sex in ("", sex)


def _shown(sentence: str, name: Mention, own: LanguagePack) -> tuple[Sex, bool]:
    """Return the sex of ``name`` and whether it is a person, by the words around it."""
    references, lexicon = own.references, own.lexicon
    before = sentence[max(0, name.start - _BEFORE_CHARS) : name.start]
    after = sentence[name.end : name.end + _AFTER_CHARS]
    titles = [token.word for token in tokens(name.text)[:-1]]
    relation = references.relation_before.search(before)
    following = references.relation_after.match(after)
    given: Sex = given_names(own.language).get(_key(name.text, own), "")
    for word in (
        *titles,
        *(relation["noun"].lower().split() if relation else ()),
        *(following["noun"].lower().split() if following else ()),
    ):
        if word in lexicon.female:
            return "female", True
        if word in lexicon.male:
            return "male", True
        if word in lexicon.people:
            return given, True
    if _is_no_name_of_a_person(name.text, own):
        return "", False
    if given and not lexicon.definite.intersection(before.lower().split()[-1:]):
        return given, True
    is_apposed = after[:1] in (",", ".", "") and references.apposed_before.search(before)
    return "", bool(
        is_apposed
        or references.before_person.search(before)
        or references.after_person.match(after)
        or references.asks_who.search(before.rstrip())
    )


def _is_no_name_of_a_person(name: str, own: LanguagePack) -> bool:
    return (
        name.isupper()
        or bool(_INNER_CAPITAL.search(name))
        or any(token.word[0].isdigit() or token.word in own.lexicon.sites for token in tokens(name))
    )


def _sex_after(rest: str, own: LanguagePack) -> Sex:
    """Return the sex of the only person that pronouns later in a sentence refer to."""
    sexes = {_sex_of(each, own) for each in anaphors(rest, own) if not _is_object(each, rest, own)}
    only: list[Sex] = [sex for sex in sexes if sex]
    return only[0] if len(only) == 1 else ""


def _sex_of_object(rest: str, own: LanguagePack) -> Sex:
    """Return the sex of another person than the subject, if ``rest`` says "for her"."""
    found = (each for each in anaphors(rest, own) if _is_object(each, rest, own))
    return _sex_of(next(found, None), own)


def _is_object(anaphor: Anaphor, rest: str, own: LanguagePack) -> bool:
    """Return whether ``anaphor`` is not the subject before ``rest``: "Ann stands in for her"."""
    clause = re.split(r"[,;:]", rest, maxsplit=1)[0]
    is_same = anaphor.end <= len(clause) and not any(
        token.word in own.lexicon.continuers for token in tokens(rest[: anaphor.start])
    )
    return is_same and not anaphor.owns and anaphor.phrase.lower() in own.references.objects


def _is_several_after(rest: str, own: LanguagePack) -> bool:
    """Return whether a later pronoun in a sentence is plural: "Helios, they charge 40"."""
    found = next(iter(anaphors(rest, own)), None)
    return found is not None and found.kinds == ("group",) and not _is_object(found, rest, own)


def _sex_of(anaphor: Anaphor | None, own: LanguagePack) -> Sex:
    if anaphor is None or anaphor.kinds[0] != "person":
        return ""
    return own.references.sexes.get(anaphor.phrase.lower(), "")


def _persons(
    said: Sequence[str],
    people: _People,
    sex: Sex,
    asked: frozenset[str],
    pack: LanguagePack,
    *,
    gender: str = "",
) -> Sequence[Referent]:
    """Return the person of this ``sex`` in the newest message that mentions one.

    The pronoun may also mean a thing, if it is one for nouns of this ``gender``.
    """
    near = said[: _NEAR["person"]]
    if told := _stated_in_full(near, people, sex, asked, pack):
        return told
    for at, text in enumerate(near):
        own = language_pack_for(text, pack)
        found = _of_sex(sex, _persons_in(text, people, own))
        things = _of_gender(gender, text, people, own, persons=found) if gender else []
        if things and not _is_plainly_person(found, things, asked):
            is_open = any(each.is_known for each in found)
            said_of = [each for each in things if asked & each.clause]
            return _one_of(said_of if is_open else things, "", asked)
        if own.answer_types.asks["person"].search(text):  # the pronoun may mean its answer
            found = [each for each in found if each.is_name]
            if not found:
                return ()
        known = [each for each in found if each.is_known]
        found = known or [each for each in found if len(found) == 1 and not each.aside]
        if found:
            chosen = (
                _one_of(found, sex, asked)
                or _spoken_of(found, near[at + 1 :], people, pack)
                or _replaced(text, found, sex, own)
            )
            is_sure = text.rstrip().endswith("?") or all(each.sex == sex for each in chosen)
            earlier = (_persons_in(each, people, own) for each in near[at + 1 :])
            is_rivalled = any(sex and each.sex == sex for found in earlier for each in found)
            return chosen if is_sure or not is_rivalled else ()
    return ()


def _spoken_of(
    found: Sequence[Referent], before: Sequence[str], people: _People, pack: LanguagePack
) -> Sequence[Referent]:
    """Return the one of ``found`` that the message just before it mentions, if it is a question."""
    last = before[0] if before and before[0].rstrip().endswith("?") else ""
    named = {each.text for each in _persons_in(last, people, language_pack_for(last, pack))}
    chosen = [each for each in found if each.text in named]
    return chosen if len(chosen) == 1 else ()


def _replaced(
    text: str, found: Sequence[Referent], sex: Sex, own: LanguagePack
) -> Sequence[Referent]:
    """Return the first of two ``found`` if the other does something "for her"."""
    if len(found) != 2:
        return ()
    start, second = (text.find(each.text) for each in found)
    rest = text[second + len(found[1].text) :]
    return found[:1] if 0 <= start < second and _sex_of_object(rest, own) == sex else ()


def _stated_in_full(
    near: Sequence[str], people: _People, sex: Sex, asked: frozenset[str], pack: LanguagePack
) -> Sequence[Referent]:
    """Return the one of this ``sex`` about whom all ``asked`` stems were said, at least two."""
    if len(asked) < _FEW_STEMS:
        return ()
    found = [
        each
        for text in near
        if not text.endswith("?")
        for each in _of_sex(sex, _persons_in(text, people, language_pack_for(text, pack)))
        if asked <= each.clause and not each.aside
    ]
    return found if len({each.text for each in found}) == 1 else ()


def _of_gender(
    gender: str, text: str, people: _People, own: LanguagePack, *, persons: Sequence[Referent]
) -> list[Referent]:
    """Return the things in ``text`` with a noun of this ``gender``, except those in passing.

    Events do not count where ``persons`` are found.
    """
    return [
        each
        for each in _things_in(text, people, own)
        if each.kind == "thing"
        and not (each.is_name or each.aside or (each.is_event and persons))
        and own.references.article_of(each.text) == gender
    ]


def _is_plainly_person(
    found: Sequence[Referent], things: Sequence[Referent], asked: frozenset[str]
) -> bool:
    """Return whether one of the persons ``found`` is meant rather than one of ``things``."""
    if all(each.aside for each in found):
        return False
    return not any(asked & each.clause for each in things) or any(
        asked & each.clause for each in found
    )


def _of_sex(sex: Sex, found: Sequence[Referent]) -> list[Referent]:
    return [each for each in found if not sex or each.sex in ("", sex)]


def _one_of(found: Sequence[Referent], sex: Sex, asked: frozenset[str]) -> Sequence[Referent]:
    """Return the only one of ``found``, or the only one that is clearly meant."""
    for chosen in (
        found,
        [each for each in found if not each.aside and sex and each.sex == sex],
        [each for each in found if asked & each.clause],
        [each for each in found if not each.aside],
    ):
        if len(chosen) == 1:
            return chosen
    return ()


def _persons_in(text: str, people: _People, own: LanguagePack) -> list[Referent]:
    """Return the persons that ``text`` mentions, by name or as "my mother", each once."""
    found: dict[str, Referent] = {}
    for sentence in quotable_sentences(text):
        named = names(sentence, own)
        for mention in (*named, *_small_names(sentence, named, people)):
            person = people.of.get(_key(mention.text, own))
            if person is None or _is_no_person(sentence, mention, person, own):
                continue
            referent = Referent(
                text=person.full,
                told=person.full,
                kind="person",
                sex=person.sex,
                is_known=person.is_person,
                aside=_is_aside(sentence, mention, own),
                clause=frozenset(own.stems(_clause(sentence, mention))),
            )
            found.setdefault(_key(mention.text, own), referent)
        for phrase, mention in _phrases(sentence, own):
            word = mention.text.split()[-1].lower()
            if word not in own.lexicon.people or own.references.is_several(word):
                continue
            if not _describes(sentence, mention, named, own):
                found.setdefault(word, _relative(sentence, phrase, mention, word, own))
    return list(found.values())


def _relative(
    sentence: str, phrase: str, mention: Mention, word: str, own: LanguagePack
) -> Referent:
    lexicon = own.lexicon
    sex: Sex = "female" if word in lexicon.female else "male" if word in lexicon.male else ""
    return Referent(
        text=phrase,
        told=own.references.addressed(phrase),
        kind="person",
        sex=sex,
        is_name=False,
        aside=_is_aside(sentence, mention, own),
        clause=frozenset(own.stems(_clause(sentence, mention))),
    )


def _clause(sentence: str, mention: Mention) -> str:
    """Return the words about ``mention``: those after it, up to the next comma."""
    return re.split(r"[,;]", sentence[mention.end :], maxsplit=1)[0]


def _describes(
    sentence: str, mention: Mention, named: Sequence[Mention], own: LanguagePack
) -> bool:
    """Return whether ``mention`` describes a name next to it: "my wife Sanne"."""
    relations = own.references
    for name in named:
        before = relations.relation_before.search(sentence[: name.start])
        after = relations.relation_after.match(sentence, name.end)
        if name.start == mention.start or (before and before.end("noun") == mention.end):
            return True
        if after and after.start() <= mention.start < after.end():
            return True
    return False


def _small_names(sentence: str, named: Sequence[Mention], people: _People) -> Iterator[Mention]:
    """Yield names of the conversation written without a capital."""
    taken = {position for name in named for position in range(name.start, name.end)}
    for token in tokens(sentence):
        known = people.of.get(token.word)
        if token.start not in taken and token.text.islower() and known and known.is_person:
            yield Mention(token.text, token.start, token.end, is_name=True)


def _is_no_person(sentence: str, mention: Mention, person: _Person, own: LanguagePack) -> bool:
    if person.is_person:
        return False
    words = [token.word for token in tokens(mention.text)]
    before = sentence[max(0, mention.start - _BEFORE_CHARS) : mention.start]
    last = before.lower().split()[-1:]
    return bool(
        own.lexicon.sites.intersection(last)
        or _is_no_name_of_a_person(mention.text, own)
        or _is_no_name_of_a_person(person.full, own)
        or own.references.before_place.search(before)
        or own.lexicon.definite.intersection((*words[:1], *last))
    )


def _key(name: str, own: LanguagePack) -> str:
    words = [re.sub(r"['’]s$", "", word.casefold()) for word in name.split()]
    return next((word for word in words if word.strip(".") not in own.lexicon.people), words[0])


def _is_aside(sentence: str, mention: Mention, own: LanguagePack) -> bool:
    """Return whether ``mention`` follows a preposition, or belongs to somebody else."""
    before = sentence[max(0, mention.start - _BEFORE_CHARS) : mention.start]
    owned = own.references.others_relation.search(before)
    owner = owned.group().split()[0].lower() if owned else ""
    is_shortened = bare(owner) != owner and bare(owner) in own.function_words  # "When's"
    if owner and not is_shortened:
        return True
    words = [token.word for token in tokens(before)]
    while words and words[-1] in own.lexicon.determiners | own.lexicon.people:
        words.pop()
    return bool(words) and words[-1] in own.lexicon.prepositions


# Groups, things and places


def _groups(
    said: Sequence[str], people: _People, asked: frozenset[str], pack: LanguagePack
) -> Sequence[Referent]:
    """Return the pair of persons, or else the only group, in the newest message with any."""
    for text in said[: _NEAR["group"]]:
        own = language_pack_for(text, pack)
        found = [*_pairs(text, own)] or [
            each for each in _things_in(text, people, own) if each.kind == "group"
        ]
        named = [each for each in found if each.is_name and not each.aside]
        if found:
            return named if len(named) == 1 else _one_of(found, "", asked)
    return ()


def _pairs(text: str, own: LanguagePack) -> Iterator[Referent]:
    named = names(text, own)
    for one, other in pairwise(named):
        between = text[one.end : other.start].strip().lower()
        if re.fullmatch(own.references.joined, between):
            pair = text[one.start : other.end]
            if any(each.isdigit() for each in pair):
                continue  # "Finn 85 and Ruby 140" are two amounts
            yield Referent(pair, pair, "group", aside=_is_aside(text, one, own))


def _event_asked(
    question: str, said: Sequence[str], before: Sequence[str], people: _People, pack: LanguagePack
) -> Sequence[Referent]:
    """Return the event whose time or place is asked for, if the question does that."""
    if not pack.references.asks_of_event.search(question):
        return ()
    return _event((*said, *reversed(before)), people, pack)


def _things(
    said: Sequence[str],
    people: _People,
    asked: frozenset[str],
    pack: LanguagePack,
    *,
    gender: str = "",
) -> Sequence[Referent]:
    """Return the thing in the newest message with one, of this ``gender`` if possible."""
    changing = [text for text in said[: _NEAR["person"]] if not _keeps_thing(text, pack)]
    for text in changing[: _NEAR["thing"]]:
        own = language_pack_for(text, pack)
        found = [each for each in _things_in(text, people, own) if each.kind == "thing"]
        if not found:
            continue
        if both := _side_by_side(text, found, own):
            return both
        plain = [each for each in found if not each.aside] or [
            each for each in found if each.is_name
        ]
        agreeing = [each for each in plain if own.references.article_of(each.text) == gender]
        plain = agreeing or plain
        known = [each for each in plain if each.is_known]
        said_of = [each for each in plain if asked & each.clause]
        return next((only for only in (said_of, plain, known) if len(only) == 1), ())
    return ()


def _keeps_thing(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` is about the thing before it: "it has a crack", "what is it?"."""
    own = language_pack_for(text, pack)
    if own.references.keeps_thing.match(text):
        return True
    asked = anaphors(text, own) if text.rstrip().endswith("?") else ()
    return any(each.kinds[0] == "thing" for each in asked)


def _event(said: Sequence[str], people: _People, pack: LanguagePack) -> Sequence[Referent]:
    """Return the event mentioned last, or the one that the whole conversation is about."""
    events = [
        [each for each in _things_in(text, people, language_pack_for(text, pack)) if each.is_event]
        for text in said
    ]
    for found in events[:_EVENT_NEAR]:
        if found:
            return found if len({each.stems for each in found}) == 1 else ()
    counts = Counter(each.stems for found in events for each in found)
    most = counts.most_common(2)
    if not most or (len(most) > 1 and most[0][1] == most[1][1]):
        return ()
    return [next(each for found in events for each in found if each.stems == most[0][0])]


def _side_by_side(text: str, found: Sequence[Referent], own: LanguagePack) -> Sequence[Referent]:
    """Return two names that ``text`` gives as a choice: "Lisbon or Porto"."""
    named = [each for each in found if each.is_name]
    if len(named) != 2:
        return ()
    pair = rf"{re.escape(named[0].text)}\s*(?:{own.references.side_by_side})\s*(?:\w+\s+)?"
    return named if re.search(pair + re.escape(named[1].text), text, re.IGNORECASE) else ()


def _things_in(text: str, people: _People, own: LanguagePack) -> list[Referent]:
    """Return the things that ``text`` mentions, each once: names, and nouns with a determiner."""
    found: dict[str, Referent] = {}
    for sentence in quotable_sentences(text):
        named = names(sentence, own)
        for phrase, mention in _phrases(sentence, own):
            head = _head(mention.text, own)
            is_apposed = any(0 <= name.start - mention.end <= 1 for name in named)
            if (
                head in own.lexicon.people
                or is_apposed
                or _names_person(sentence, mention, named, people, own)
            ):
                continue
            found.setdefault(head, _thing(sentence, phrase, mention, head, own))
        for name in named:
            person = people.of.get(_key(name.text, own))
            if group := _named_group(sentence, name, person, own):
                found.setdefault(name.text, group)
            elif person is not None and not person.is_person:
                found.setdefault(name.text, _named_thing(sentence, name, own))
    return [each for each in found.values() if each.stems]


def _names_person(
    sentence: str,
    mention: Mention,
    named: Sequence[Mention],
    people: _People,
    own: LanguagePack,
) -> bool:
    """Return whether ``mention`` gives a person's role: "my supervisor is Dr Brandt"."""
    persons = [
        name for name in named if (known := people.of.get(_key(name.text, own))) and known.is_person
    ]
    return _describes(sentence, mention, persons, own)


def _named_group(
    sentence: str, name: Mention, person: _Person | None, own: LanguagePack
) -> Referent | None:
    """Return ``name`` if it is a group: "the Hoffmans", "the Brook family"."""
    before = [token.word for token in tokens(sentence[: name.start])][-2:]
    after = next(iter(tokens(sentence[name.end :])), None)
    is_plural = before[-1:] != [] and before[-1] in own.lexicon.definite
    is_plural = is_plural and own.references.is_plural(name.text.split()[-1].lower())
    text = f"{before[-1]} {name.text}" if is_plural else name.text
    if before and before[-1] in own.lexicon.collectives:
        text = f"{own.references.article_of(before[-1])} {before[-1]} {name.text}"
    elif after and after.word in own.lexicon.collectives:
        text = f"{own.references.article_of(after.word)} {name.text} {after.text}"
    elif not is_plural and not (person and person.is_group and not person.is_person):
        return None
    return Referent(
        text=text,
        told=text,
        kind="group",
        aside=_is_aside(sentence, name, own),
        stems=frozenset(own.stems(name.text)) or frozenset({name.text.casefold()}),
        clause=frozenset(own.stems(_clause(sentence, name))),
    )


def _thing(sentence: str, phrase: str, mention: Mention, head: str, own: LanguagePack) -> Referent:
    return Referent(
        text=phrase,
        told=own.references.addressed(phrase),
        kind="group" if own.references.is_plural(head) else "thing",
        is_name=False,
        aside=_is_aside(sentence, mention, own),
        is_event=bool(own.references.events.fullmatch(head)),
        stems=frozenset(own.stems(head)),
        clause=frozenset(own.stems(_clause(sentence, mention))),
    )


def _named_thing(sentence: str, name: Mention, own: LanguagePack) -> Referent:
    before = sentence[max(0, name.start - _BEFORE_CHARS) : name.start]
    words = [token.word for token in tokens(name.text)]
    is_site = any(word in own.lexicon.sites or word[0].isdigit() for word in words)
    is_place = bool(own.references.before_place.search(before)) and not is_site
    article = own.references.kept_article.search(before)
    text = f"{article[1].lower()} {name.text}" if article else name.text
    at = own.references.at_place.search(before)
    follows = next(iter(tokens(sentence[name.end :])), None)
    is_plain = follows is None or not follows.is_word or follows.word in own.function_words
    is_subject = not (article or is_site) and (not before.strip() or not is_plain)
    return Referent(
        text=text,
        told=text,
        kind="place" if is_place else "any" if is_subject else "thing",
        is_known=is_site,
        aside=_is_aside(sentence, name, own),
        stems=frozenset(own.stems(name.text)) or frozenset({name.text.casefold()}),
        clause=frozenset(own.stems(_clause(sentence, name))),
        preposition=at[1].lower() if at else "",
    )


def _head(phrase: str, own: LanguagePack) -> str:
    """Return the head of a noun phrase, such as "keuring" of "keuring van de auto"."""
    joint = own.references.phrase_joint.pattern.split("|")
    for each in joint:
        if each.strip() and each in phrase:
            phrase = phrase.split(each, 1)[0]
    return phrase.split()[-1].lower()


def _places(said: Sequence[str], people: _People, pack: LanguagePack) -> Sequence[Referent]:
    """Return the place of the newest message that names one."""
    for text in said[: _NEAR["place"]]:
        own = language_pack_for(text, pack)
        named = [each for each in _things_in(text, people, own) if each.is_name]
        for found in (
            [each for each in named if each.kind == "place"],
            [each for each in named if not each.is_known],
            [each for each in named if each.is_known],
        ):
            if found:
                return found if len(found) == 1 else ()
    return ()


def _phrases(sentence: str, own: LanguagePack) -> Iterator[tuple[str, Mention]]:
    """Yield each noun phrase that a determiner opens, written with a definite article."""
    all_tokens = tokens(sentence)
    for mention in _nouns(sentence, all_tokens, own):
        at = next((i for i, token in enumerate(all_tokens) if token.start == mention.start), 0)
        opener = _opener(all_tokens, at, own)
        word = mention.text.split()[-1].lower()
        if opener is None and word not in own.lexicon.called_alone:
            continue
        if (word in own.lexicon.times and " " not in mention.text) or word in own.lexicon.calendar:
            continue
        if opener and _is_possessive(opener, own):
            yield sentence[opener.start : mention.end], mention
            continue
        rest = sentence[opener.end if opener else mention.start : mention.end]
        yield own.references.definite(f"{opener.word if opener else ''}{rest}"), mention


def _nouns(sentence: str, found: Sequence[Token], own: LanguagePack) -> Iterator[Mention]:
    """Yield the noun phrases of ``sentence``, also those that end in a verb: "the home check"."""
    for mention in noun_phrases(sentence, own):
        after = next((at for at, token in enumerate(found) if token.start > mention.end), None)
        end = mention.end
        if after is not None and _ends_compound(found, after, mention, own):
            end = found[after].end
        elif after is None or found[after].word not in own.lexicon.auxiliaries:
            end -= len(own.references.finite_end(mention.text))
        yield Mention(sentence[mention.start : end], mention.start, end, is_name=False)
    for at, token in enumerate(found):
        opens = token.word in own.lexicon.determiners - own.lexicon.pointing
        head = head_after(found, at, own) if opens else len(found)
        if head < len(found) and found[head].word in own.lexicon.verbs:
            is_noun_alone = found[head].word in own.lexicon.also_nouns
            if is_noun_alone or token.word not in own.references.pronouns:
                yield Mention(found[head].text, found[head].start, found[head].end, is_name=False)


def _ends_compound(found: Sequence[Token], at: int, mention: Mention, own: LanguagePack) -> bool:
    """Return whether the verb at ``at`` is part of a noun with the word before it."""
    token = found[at]
    if token.word not in own.lexicon.act_nouns or token.start - mention.end != 1:
        return False
    if own.references.is_plural(mention.text.split()[-1].lower()):
        return False
    after = found[at + 1] if at + 1 < len(found) else None
    if after is not None and after.word in own.lexicon.auxiliaries:
        return True
    is_last = after is None or not after.is_word or after.word in own.lexicon.prepositions
    return is_last and not any(each.word in own.lexicon.modals for each in found[:at])


def _opener(found: Sequence[Token], at: int, own: LanguagePack) -> Token | None:
    """Return the determiner or owner before the noun at ``at``, skipping its qualifiers."""
    before = at - 1
    while before >= 0 and (
        found[before].word in own.lexicon.qualifiers or found[before].word[:1].isdigit()
    ):
        before -= 1  # "mum's 70th birthday"
    openers = own.lexicon.determiners | own.lexicon.choosing
    is_opener = before >= 0 and (
        found[before].word in openers or _is_possessive(found[before], own)
    )
    return found[before] if is_opener else None


def _is_possessive(token: Token, own: LanguagePack) -> bool:
    """Return whether ``token`` is an owner, by name or not: "Karin's", "mum's", and not "it's"."""
    is_owned = token.text.endswith(("'s", "’s")) and token.word != token.text.lower()
    return is_owned and token.word not in own.function_words
