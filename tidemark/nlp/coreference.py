"""Coreference: resolves the references of a question to earlier messages, and rewrites it.

A rewritten question has no word that is neither in the question nor in the conversation, except
prepositions. If a reference has no fitting antecedent, the topic is added in brackets instead of
replacing words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidemark.nlp.answer_types import answer_type
from tidemark.nlp.antecedents import (
    Antecedent,
    full_name_with,
    last_list,
    previous_question,
    rank_antecedents,
    title_of,
)
from tidemark.nlp.dialogue_acts import STATING_ACTS, dialogue_act
from tidemark.nlp.mentions import (
    Anaphor,
    Mention,
    Token,
    Utterance,
    anaphors,
    head_after,
    is_noun,
    names,
    noun_phrases,
    tokens,
)
from tidemark.nlp.pack_fields import LanguagePack, ReferentKind
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.quotes import quotable_sentences
from tidemark.nlp.referents import Referent, referent_of
from utils import text_cache

_ENTRY_CHARS = 80
_MOST_PICKING_STEMS = 8  # a longer reply is an answer in its own words
_FEW_STEMS = 2
_FEWEST_TOLD = 3  # words
_LONGEST_NAMED = 3  # words


@dataclass(frozen=True)
class Reference:
    """Words of a question that refer to something, and the antecedent chosen for them."""

    phrase: str
    antecedent: str


@dataclass(frozen=True)
class Resolution:
    """A question with its references resolved.

    ``rivals`` are antecedents that fit equally well, ``interpretations`` the question with each of
    them.
    """

    rewritten: str | None = None
    references: tuple[Reference, ...] = ()
    rivals: tuple[str, ...] = ()
    interpretations: tuple[str, ...] = ()


def resolve(
    question: str,
    history: Sequence[Utterance],
    pack: LanguagePack | None = None,
    *,
    background: Sequence[Utterance] = (),
    subject: Referent | None = None,
    adds_topic: bool = True,
) -> Resolution:
    """Resolve the references of ``question`` in ``history``; without a fit, add its topic.

    It is read in ``pack``, by default in its own language. ``background`` are much earlier
    messages, which show who the people are; ``subject`` is what an answered question before it
    asked about, and a fitting pronoun means that.  Unless it ``adds_topic``, only references are
    resolved.

    >>> resolve("Where was she born?", [Utterance("user", "Who was Ada Lovelace?")]).rewritten
    'Where was Ada Lovelace born?'
    """
    pack = pack or language_pack_for(question)
    if states_something((*background, *history), pack):
        return (
            _from_list(question, history, pack)
            or _elliptic(question, history, background, pack)
            or _continued(question, history, pack)
            or _meant(question, history, background, pack)
            or _named_in_full(question, history, pack)
            or Resolution()
        )
    if pack.references.works_on_text.search(question) and (
        dialogue_act(question, pack) == "request"
    ):
        return Resolution()  # "make it shorter": the answer, not its subject
    known = set(pack.stems(question))
    found = [each for each in rank_antecedents(history, pack) if not each.stems & known]
    resolution = (
        _from_list(question, history, pack)
        or _continued(question, history, pack)
        or _with_subject(question, subject, pack)
        or _substituted(question, found, history, pack)
        or _named_in_full(question, history, pack)
    )
    if resolution:
        return resolution
    topic = _topic(question, found, pack) if adds_topic else None
    if topic is None or pack.references.continues.search(question):
        return Resolution()
    if was_mentioned(question, history, pack):
        return Resolution()
    return (
        _happened(question, topic, pack)
        or _specified(question, topic, history, pack)
        or _with_topic(question, topic, pack)
    )


def states_something(history: Sequence[Utterance], pack: LanguagePack) -> bool:
    """Return whether the person stated something in ``history``, rather than only asked.

    A conversation of questions has one topic, which they are about; one with statements has many,
    and only certain references are resolved.
    """
    return any(said.role == "user" and is_statement(said.text, pack) for said in history)


@text_cache(1024)
def is_statement(text: str, pack: LanguagePack) -> bool:
    """Return whether ``text`` states something: it is no question, no request and no title."""
    own = language_pack_for(text, pack)
    telling = [token for token in tokens(text) if token.word not in own.function_words]
    if len(text.split()) < _FEWEST_TOLD or not any(token.text.islower() for token in telling):
        return False  # a title, such as "Guy Carleton, 1st Baron Dorchester"
    return title_of(text, own) is None and dialogue_act(text, own) in STATING_ACTS


def _meant(
    question: str,
    history: Sequence[Utterance],
    background: Sequence[Utterance],
    pack: LanguagePack,
) -> Resolution | None:
    """Replace the first pronoun that clearly means something the person mentioned recently."""
    for anaphor in _anaphors(question, history, pack):
        found = referent_of(anaphor, question, history, background, pack)
        if not found:
            continue
        rewritten = [_put(question, anaphor, each, pack) for each in found]
        rivals = tuple(each.told for each in found) if len(found) > 1 else ()
        return Resolution(
            rewritten[0],
            (Reference(anaphor.phrase, found[0].told),),
            rivals,
            tuple(rewritten) if rivals else (),
        )
    return None


def _anaphors(question: str, history: Sequence[Utterance], pack: LanguagePack) -> Iterator[Anaphor]:
    """Yield the anaphors of ``question`` that refer to an earlier message."""
    points = pack.references.points_at_asked.fullmatch(question)
    asked = [said.text for said in history if said.role == "user"][-1:]
    if points and asked and asked[0].rstrip().endswith("?"):
        yield Anaphor(*points.span(1), points[1], ("thing",))
        return
    for anaphor in anaphors(question, pack):
        if not _is_bound(anaphor, question, pack):
            yield anaphor


def _is_bound(anaphor: Anaphor, question: str, pack: LanguagePack) -> bool:
    """Return whether ``anaphor`` refers to a word of the question, or to no thing at all."""
    references = pack.references
    before = question[: anaphor.start]
    comma, _, last = question[anaphor.end :].rpartition(",")
    if comma and names(last, pack) and len(last.split()) <= _LONGEST_NAMED:  # "…, Juno?"
        return True
    if anaphor.kinds[0] == "thing":
        whole_statement = anaphor.phrase.lower() in references.proposition
        if whole_statement or references.works_on_text.search(question) or names(question, pack):
            return True
    return bool(names(before, pack)) or any(
        token.word in pack.lexicon.people or token.word in references.pronouns & pack.lexicon.person
        for token in tokens(before)
    )


def _put(question: str, anaphor: Anaphor, meant: Referent, pack: LanguagePack) -> str:
    references = pack.references
    if anaphor.owns:
        put = references.owner(meant.text)
    else:
        preposition = anaphor.preposition
        if not preposition and anaphor.kinds == ("place",) and not anaphor.is_bare:
            preposition = meant.preposition or references.in_place
        put = f"{preposition} {meant.text}".strip()
    return _sentence(question[: anaphor.start] + put + question[anaphor.end :])


def _from_list(
    question: str, history: Sequence[Utterance], pack: LanguagePack
) -> Resolution | None:
    """Resolve "the third one", or "the third band" if bands were listed, to the third entry."""
    found = pack.references.ordinal_reference.search(question)
    entries, said = last_list(history, pack) if found else ([], "")
    if not found or not entries:
        return None
    place = pack.references.ordinals[(found["ordinal"] or found["number"]).lower()]
    end = _end_of_reference(question, found.end(), said, pack)
    if not -len(entries) <= place < len(entries) or end is None:
        return None
    entry = entries[place][:_ENTRY_CHARS].rstrip(" .:;,")
    rewritten = question[: found.start()] + entry + question[end:]
    if end > found.end():  # "the third band" has its own noun
        return Resolution(_sentence(rewritten))
    return Resolution(_sentence(rewritten), (Reference(found.group(), entry),))


def _end_of_reference(question: str, at: int, said: str, pack: LanguagePack) -> int | None:
    """Return the end of "the third" or "the third band"; None if ``said`` lists no bands."""
    after = next(iter(tokens(question[at:])), None)
    if after is None or not after.is_word or not is_noun(after, pack) or not after.text.islower():
        return at
    is_listed = set(pack.stems(after.text)) & set(pack.stems(said))
    return at + after.end if is_listed else None


def _elliptic(
    question: str,
    history: Sequence[Utterance],
    background: Sequence[Utterance],
    pack: LanguagePack,
) -> Resolution | None:
    """Resolve "and until when?" by asking it about the subject of the previous question."""
    found = pack.references.elliptic.fullmatch(question) if "?" in question else None
    before = previous_question(history, pack) if found else None
    opening = pack.references.asking_phrase.match(before) if before else None
    if not found or not before or not opening:
        return None
    rewritten = _sentence(found["asks"] + pack.references.unshortened(before[opening.end() :]))
    meant = _meant(rewritten, history, background, pack)
    rewritten = meant.rewritten if meant and meant.rewritten and not meant.rivals else rewritten
    return Resolution(rewritten, (Reference(question.strip(), rewritten),))


def _continued(
    question: str, history: Sequence[Utterance], pack: LanguagePack
) -> Resolution | None:
    """Resolve "what about Porto" by replacing the corresponding name in the previous question."""
    found = pack.references.continued_with.match(question)
    before = previous_question(history, pack) if found else None
    if not found or not before:
        return None
    new = (found["about"] or found["and"]).strip(" ?.!")
    asked_in = language_pack_for(before, pack)
    named, plain = names(before, asked_in), noun_phrases(before, asked_in)
    is_name = bool(names(new, pack)) or (not named and new.islower() and len(new.split()) == 1)
    likes = [
        like
        for like in (named if is_name else plain)
        if is_name or _determiner(new, pack) == _determiner_of(like, before, asked_in)
    ]
    if not likes:
        return None
    old = likes[-1]
    new = new if is_name else pack.references.article.sub("", new)
    ahead = before[: old.start]
    if new.split(" ", 1)[0].lower() in pack.lexicon.prepositions:
        ahead = _without_preposition(ahead, asked_in)
    rewritten = ahead + new + before[_end_of_noun(old, before, asked_in) :]
    return Resolution(_sentence(rewritten), (Reference(question.strip(), new),))


def _end_of_noun(found: Mention, question: str, pack: LanguagePack) -> int:
    """Return the end of ``found`` in ``question``, before the infinitive read as part of it.

    "did the compost cost?" is about the compost.
    """
    before = [
        each for each in question[: found.start].lower().split() if not _determiner(each, pack)
    ]
    is_last = not question[found.end :].strip(" ?.!")
    if is_last and " " in found.text and before and before[-1] in pack.lexicon.modals:
        return found.start + found.text.rindex(" ")
    return found.end


def _without_preposition(text: str, pack: LanguagePack) -> str:
    """Return ``text`` without a preposition at its end, because a new one replaces it."""
    words = text.split()
    is_last = bool(words) and words[-1].lower() in pack.lexicon.prepositions
    return text.rstrip()[: -len(words[-1])] if is_last else text


def _determiner(phrase: str, pack: LanguagePack) -> str:
    first = phrase.split(" ", 1)[0].lower()
    return first if first in pack.lexicon.determiners else ""


def _determiner_of(mention: Mention, text: str, pack: LanguagePack) -> str:
    before = text[: mention.start].split()
    return _determiner(before[-1], pack) if before else ""


def _with_subject(question: str, subject: Referent | None, pack: LanguagePack) -> Resolution | None:
    """Replace the first pronoun that fits ``subject``: "the new oven"."""
    if subject is None or set(pack.stems(subject.text)) & set(pack.stems(question)):
        return None
    for anaphor in anaphors(question, pack):
        if subject.kind in anaphor.kinds:
            rewritten = _put(question, anaphor, subject, pack)
            return Resolution(rewritten, (Reference(anaphor.phrase, subject.told),))
    return None


def subject_of(question: str, reply: str, pack: LanguagePack) -> Referent | None:
    """Return the first thing that ``question`` asks about and ``reply`` speaks of, if there is one.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> found = subject_of("What does the new oven cost?", "The oven costs £8,400.", ENGLISH)
    >>> found.text, found.kind
    ('the new oven', 'thing')
    """
    told = set(pack.stems(reply))
    definite = [question[at : noun.end] for at, noun in _definites(question, pack)]
    plain = [phrase.text for phrase in noun_phrases(question, pack)]
    for phrase in (*definite, *plain):
        head = phrase.split()[-1].lower()
        if not told & set(pack.stems(head)):
            continue
        if answer_type(question, pack) == "person" and phrase in definite:
            return Referent(phrase, phrase, "person")
        return Referent(phrase, phrase, "group" if pack.references.is_plural(head) else "thing")
    return None


def _substituted(
    question: str, found: Sequence[Antecedent], history: Sequence[Utterance], pack: LanguagePack
) -> Resolution | None:
    """Replace the first pronoun that has a fitting antecedent."""
    named = [each for each in found if each.is_name and each.by_user]
    if not named:  # a topic without capitals, else names by the assistant
        named = [each for each in found if each.by_user] or list(found)
    for anaphor in anaphors(question, pack):
        fitting = _fitting(anaphor, named)
        if not fitting:
            continue
        return _named(question, anaphor, fitting, history, pack)
    return None


def _named(
    question: str,
    anaphor: Anaphor,
    fitting: Sequence[Antecedent],
    history: Sequence[Utterance],
    pack: LanguagePack,
) -> Resolution:
    """Replace ``anaphor`` with the first of ``fitting``, or with two of them if both are meant."""

    def with_(name: str, candidate: Antecedent) -> str:
        put = _written(name, candidate, anaphor, pack)
        return _sentence(question[: anaphor.start] + put + question[anaphor.end :])

    first = fitting[0]
    both = _both(fitting, history, pack) if anaphor.kinds == ("group",) else ""
    best = both or first.text
    as_likely = [
        each
        for each in fitting
        if _distance(each, anaphor.kinds[0]) == _distance(first, anaphor.kinds[0])
    ]
    rivals = () if both else _rivals(as_likely, history, pack)
    return Resolution(
        with_(best, first),
        (Reference(anaphor.phrase, best),),
        tuple(each.text for each in rivals),
        tuple(with_(each.text, each) for each in rivals),
    )


def _fitting(anaphor: Anaphor, named: Sequence[Antecedent]) -> list[Antecedent]:
    """Return those of ``named`` to which ``anaphor`` may refer, the least likely last."""
    for kind in anaphor.kinds:
        fitting = [each for each in named if each.fits(kind)]
        if fitting:
            return sorted(fitting, key=lambda each: _distance(each, kind))
    return []


def _distance(each: Antecedent, kind: ReferentKind) -> int:
    if kind == "place":
        return int(each.likely_kind != "place")
    return int(each.likely_kind != "any" and kind not in (each.kind, each.likely_kind))


def _both(fitting: Sequence[Antecedent], history: Sequence[Utterance], pack: LanguagePack) -> str:
    """Return the first of ``fitting`` with another that was joined to it: "Jan and Marie"."""
    first = fitting[0].text
    for other in fitting[1:]:
        pair = re.compile(
            rf"\b{re.escape(first)}\s+(?:{pack.references.joined})\s+{re.escape(other.text)}\b"
        )
        found = next((pair.search(said.text) for said in history if pair.search(said.text)), None)
        if found:
            return found.group()
    return ""


def _written(name: str, candidate: Antecedent, anaphor: Anaphor, pack: LanguagePack) -> str:
    references = pack.references
    if anaphor.owns:
        return references.owner(name)
    if not candidate.is_name:
        name = references.article_for(anaphor.phrase.lower()) + name
    preposition = anaphor.preposition
    if not preposition and anaphor.kinds == ("place",) and not anaphor.is_bare:
        preposition = candidate.preposition or references.in_place
    return f"{preposition} {name}".strip()


def _rivals(
    fitting: Sequence[Antecedent], history: Sequence[Utterance], pack: LanguagePack
) -> tuple[Antecedent, ...]:
    """Return two antecedents that were only named together: "Lisbon and Porto"."""
    if len(fitting) < 2:
        return ()
    first, second = fitting[0].text, fitting[1].text
    definite = "|".join(sorted(pack.lexicon.definite))
    pair = re.compile(
        rf"\b{re.escape(first)}\s*(?:{pack.references.side_by_side})"
        rf"\s*(?:(?:{definite})\s+)?{re.escape(second)}\b",
        re.IGNORECASE,
    )
    together = [bool(pair.search(said.text)) for said in history]
    apart = [
        (first in said.text) != (second in said.text) for said in history if said.role == "user"
    ]
    return tuple(fitting[:2]) if any(together) and not any(apart) else ()


def _named_in_full(
    question: str, history: Sequence[Utterance], pack: LanguagePack
) -> Resolution | None:
    """Replace "the hotel" with the full name the person gave: the Hotel Tejo."""
    for start, noun in _definites(question, pack):
        stems = pack.stems(noun.text)
        name = full_name_with(stems[0], history, pack) if stems else None
        if name:
            rewritten = question[:start] + name + question[noun.end :]
            return Resolution(_sentence(rewritten))
    return None


def _definites(question: str, pack: LanguagePack) -> Iterator[tuple[int, Token]]:
    """Yield the start and the noun of each "the …" or "that …" without a complement."""
    found = tokens(question)
    own = pack.lexicon
    for at, token in enumerate(found):
        if token.word not in own.definite | own.pointing:
            continue
        head = head_after(found, at, pack)
        if head >= len(found) or not found[head].is_word or found[head].word in own.times:
            continue
        after = found[head + 1].word if head + 1 < len(found) else ""
        noun = found[head]
        if after not in own.complements and (noun.word in own.general_nouns or is_noun(noun, pack)):
            yield token.start, noun


def _happened(question: str, topic: Antecedent, pack: LanguagePack) -> Resolution | None:
    match = pack.references.happened.match(question)
    if not match:
        return None
    to = pack.references.happened_to.format(topic=topic.text)
    rewritten = question[: match.end()] + to + question[match.end() :]
    return Resolution(_sentence(rewritten), (Reference("", topic.text),))


def was_mentioned(question: str, history: Sequence[Utterance], pack: LanguagePack) -> bool:
    """Return whether the person has already stated something about "the budget" in question."""
    asked = {stem for _, noun in _definites(question, pack) for stem in pack.stems(noun.text)}
    told = (
        part
        for said in history
        if said.role == "user"
        for part in quotable_sentences(said.text)
        if not part.endswith("?")
    )
    return bool(asked) and any(asked & set(pack.stems(part)) for part in told)


def _is_kin(topic: Antecedent, history: Sequence[Utterance], pack: LanguagePack) -> bool:
    """Return whether ``topic`` was introduced as a relative or as somebody's: "my aunt Ruth"."""
    name, people = re.escape(topic.text), "|".join(sorted(pack.lexicon.people))
    told = re.compile(rf"\b(?:{people}),? {name}\b|\b{name},? (?:\w+ )?(?:{people})\b", re.I)
    return any(told.search(said.text) for said in history)


def _specified(
    question: str, topic: Antecedent, history: Sequence[Utterance], pack: LanguagePack
) -> Resolution | None:
    """Add the topic to a definite noun: "the band" becomes "the band Saosin"."""
    for start, noun in _definites(question, pack):
        joints = pack.references.of_topic
        preposition = joints.get(noun.word, joints[""])
        if noun.word in pack.lexicon.kinds_of_named and _is_kin(topic, history, pack):
            return Resolution()  # the band is not "my aunt Ruth"
        rewritten = question[: noun.end] + preposition + topic.text + question[noun.end :]
        return Resolution(
            _sentence(rewritten), (Reference(question[start : noun.end], topic.text),)
        )
    return None


def _with_topic(question: str, topic: Antecedent, pack: LanguagePack) -> Resolution:
    body = question.rstrip(" ?.!\n")
    mark = question[len(body) :].strip()
    about = pack.references.about_topic.format(topic=topic.text)
    return Resolution(f"{_sentence(body)} ({about}){mark}", (Reference("", topic.text),))


def _topic(question: str, found: Sequence[Antecedent], pack: LanguagePack) -> Antecedent | None:
    """Return the topic of the conversation if ``question`` can have no other subject."""
    if pack.references.speaks_of_its_sender.search(question) or names(question, pack):
        return None
    named = [each for each in found if each.is_name and each.by_user]
    return named[0] if named and named[0].is_topic else None


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:]


def chosen_interpretation(interpretations: Sequence[str], text: str) -> int | None:
    """Return the index of the interpretation that ``text`` chooses, by number or words, or None.

    >>> chosen_interpretation(("Build a model", "Set rules"), "the second one")
    1
    """
    pack = language_pack_for(text, language_pack_for(" ".join(interpretations)))
    said = text.strip().casefold()
    for index, interpretation in enumerate(interpretations):
        if said == interpretation.strip().casefold():
            return index
    by_number = pack.dialogue_acts.picks_number.fullmatch(said)
    if by_number:
        place = pack.references.ordinals[by_number["place"]]
        return place % len(interpretations) if place < len(interpretations) else None
    return _picked_by_words(interpretations, text, pack)


def _picked_by_words(interpretations: Sequence[str], text: str, pack: LanguagePack) -> int | None:
    """Return the index of the one interpretation that shares most stems with ``text``."""
    own = set(pack.stems(text))
    if not own or len(own) > _MOST_PICKING_STEMS or "?" in text:
        return None
    told = [set(pack.stems(each)) for each in interpretations]
    shared_by_all = set.intersection(*told) if told else set()
    shares = [len(own & (each - shared_by_all)) for each in told]
    best = max(shares, default=0)
    is_plain = best and 2 * best >= len(own) and shares.count(best) == 1
    return shares.index(best) if is_plain else None


def changes_subject(text: str, previous: str) -> bool:
    """Return whether ``text`` leaves the subject of ``previous``, which had to be clarified.

    >>> changes_subject("What are my todos?", "Book it"), changes_subject("for Friday", "Book it")
    (True, False)
    """
    pack = language_pack_for(text, language_pack_for(previous))
    kind = dialogue_act(text, pack)
    if pack.dialogue_acts.changes_subject_openly.search(text) or kind == "courtesy":
        return True
    if pack.memory_questions.asks_for_list(text) or pack.corrections.forgets.match(text):
        return True
    own = set(pack.stems(text))
    if own & set(pack.stems(previous)) or not own:
        return False
    return kind == "question" or (kind in ("request", "wish") and len(own) > _FEW_STEMS)
