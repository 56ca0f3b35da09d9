"""Forgetting: finds the texts that a person asks to forget, and removes them from other texts.

The smallest possible text is forgotten: a phone number alone, else the part of the sentence that
contains it, else the sentence. The message is stored unchanged; when it is read, a gap replaces the
text.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from tidemark.memory.corrections import current
from tidemark.memory.pasted_text import LONGEST_OWN
from tidemark.memory.recorded_statement import RecordedStatement
from tidemark.memory.slots import SlotText, names_same, slot_values
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import LANGUAGE_PACKS, in_either_person, language_pack_for
from tidemark.nlp.quotes import quotable_sentences
from tidemark.nlp.search_terms import content_stems, words
from tidemark.nlp.sentences import split_sentences
from tidemark.schema import ITEM_KINDS, Item, SessionMemory, Summary, SummaryVersion
from tidemark.schema.records import SummaryRecord

GAP = "[…]"
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_COMMA = re.compile(r"[,;]\s+")
_TOWN_WORD = r"(?:[A-Z\d][\w.'’-]{0,30}|de|den|der|van|aan|on|upon|of|the)"
_PLACE = re.compile(
    rf"(?:, ?{_TOWN_WORD}(?: {_TOWN_WORD}){{0,3}}(?: (?:now|nu|too|ook))?(?=[,.;!]|$)){{1,3}}"
)
_SMALL_PLACE = re.compile(r"(?:, ?\w{2,30}(?: \w{2,30})?(?=[,.;!]|$)){1,2}")  # "utrecht"
_LONGEST_REQUEST = 200  # characters
_MOST_OF_IT = 0.6  # share of the words of "forget that …" that the sentence must contain
# Words that say nothing without their value: "my phone number is"
_BARE_NAMING = "|".join(pack.corrections.bare_naming for pack in LANGUAGE_PACKS.values())
_VALUE = re.compile(r"[\d\W]*\d[\d\W]*|\S+@\S+")  # a number, or an e-mail address
_Remembered = TypeVar("_Remembered", Summary, SummaryVersion, SummaryRecord)
_HALF_WORDS = 3
_LABEL_WORDS = 3
_LEAST_STEMS = 2  # in the words of "forget that …"; fewer could mean anything


def asks_to_forget(text: str) -> str:
    """Return the words for the content that ``text`` asks to forget, or an empty text.

    >>> asks_to_forget("Please forget Jan's phone number."), asks_to_forget("Don't forget the milk")
    ("Jan's phone number", '')
    """
    if len(text) > _LONGEST_REQUEST:
        return ""
    pack = language_pack_for(text)
    table = pack.corrections
    patterns = (table.forgets, *table.forgets_too)
    found = next(filter(None, (pattern.match(text) for pattern in patterns)), None)
    matter = found["what"].strip(" .!") if found else ""
    points = table.forgets_last.fullmatch(matter)
    is_idiom = bool(points and found and found.re is table.forgets and len(matter.split()) == 1)
    is_clear = content_stems(matter, pack.language) or points or GAP in matter
    return matter if is_clear and not is_idiom else ""  # "forget it" is an idiom


def words_to_find(text: str) -> str:
    """Return the words to search for the content that ``text`` asks to forget: "Jan's".

    Words such as "phone number" are left out, because a message with the number seldom has them.
    """
    matter = asks_to_forget(text)
    table = language_pack_for(text).corrections
    for kind in (table.phone_words, table.email_words):
        matter = kind.sub(" ", matter)
    return " ".join(matter.split())


def to_forget(text: str, said: Sequence[str]) -> tuple[str, ...]:
    """Return the parts of ``said``, the person's own messages, that ``text`` asks to forget."""
    matter = asks_to_forget(text)
    if not matter:
        return ()
    pack = language_pack_for(text)
    if pack.corrections.forgets_last.fullmatch(matter):
        return tuple(quotable_sentences(said[-1])) if said else ()
    found = [part for each in said for part in _parts_about(matter, each, pack)] or [
        part for each in said for part in _parts_about(matter, each, pack, is_last_resort=True)
    ]
    if not found and pack.corrections.forgets_statement.match(matter):  # "that account number"
        for each in reversed(said):
            if found := list(_parts_named(matter, each, pack)):
                break
    return tuple(dict.fromkeys((*found, *_corrections_of(found, said))))


def _corrections_of(found: Sequence[str], said: Sequence[str]) -> Iterator[str]:
    """Yield the sentences of ``said`` that only correct one with a part of ``found``."""
    if not found:
        return
    stated = [
        RecordedStatement(sentence, (number,))
        for number, each in enumerate(said, start=1)
        if len(each) <= LONGEST_OWN
        for sentence in quotable_sentences(each)
        if not asks_to_forget(sentence)
    ]
    is_gone = [without(each.text, found) != each.text for each in stated]
    present = current(stated)
    for gone, now in zip(is_gone, present, strict=True):
        if not gone or without(now.text, found) != now.text:
            continue  # what was corrected is another part of it
        for by in now.corrected_by:
            if present[by].is_fragment and not is_gone[by]:
                yield stated[by].text


def forgets_more(text: str, part: str) -> bool:
    """Return whether ``part``, which ``text`` asks to forget, joins something else to the thing.

    >>> request = "Forget that about the crisps"
    >>> [forgets_more(request, each) for each in ("I bring crisps", "I bring crisps and cheese")]
    [False, True]
    """
    matter = asks_to_forget(text)
    pack = language_pack_for(text)
    if pack.corrections.forgets_last.fullmatch(matter):
        return False
    wanted = frozenset(content_stems(matter, pack.language))
    days = frozenset(pack.stems(" ".join(pack.lexicon.calendar)))
    halves = [frozenset(pack.stems(each)) for each in pack.ledger.joint.split(part)]
    return len(halves) > 1 and any(of - days and not of & wanted for of in halves)


def without(text: str, forgotten: Sequence[str]) -> str:
    """Return ``text`` with a gap in place of each of the ``forgotten`` texts.

    A gap also takes the place of a text turned to the second person, as a reply repeats it, and of
    words that only name a number or an address before it.

    >>> without("Call 06-1234, or mail. My number is 06-1234.", ["06 1234"])
    'Call […], or mail. […].'
    >>> without("Noted: your cat is ill.", ["my cat is ill"])
    'Noted: […].'
    """
    cut = text
    for each in forgotten:
        pattern = _pattern(each)
        if pattern is not None:
            cut = pattern.sub(GAP, cut)
    return cut


def without_items(
    summaries: Iterable[_Remembered], forgotten: Sequence[str]
) -> tuple[_Remembered, ...]:
    """Return ``summaries`` without the items that contain one of the ``forgotten`` texts.

    An item that has it only in an earlier wording or in its quote remains, without that.
    """
    if not forgotten:
        return tuple(summaries)
    return tuple(_without_items(each, forgotten) for each in summaries)


def _without_items(summary: _Remembered, forgotten: Sequence[str]) -> _Remembered:
    held = summary.memory
    kept = {
        kind: tuple(
            _without_traces(item, forgotten)
            for item in _without_forgotten(held.items(kind), forgotten)
        )
        for kind in ITEM_KINDS
    }
    unconfirmed = tuple(
        each for each in held.unconfirmed if _without_forgotten([each[1]], forgotten)
    )
    memory = SessionMemory.of(kept, unconfirmed)
    return summary if memory == held else summary.model_copy(update={"memory": memory})


def _without_forgotten(items: Sequence[Item], forgotten: Sequence[str]) -> tuple[Item, ...]:
    return tuple(item for item in items if without(item.text, forgotten) == item.text)


def _without_traces(item: Item, forgotten: Sequence[str]) -> Item:
    history = _without_forgotten(item.history, forgotten)
    quote = without(item.quote, forgotten)
    if history == item.history and quote == item.quote:
        return item
    return item.model_copy(update={"history": history, "quote": quote})


def _pattern(forgotten: str) -> re.Pattern[str] | None:
    forms = dict.fromkeys(tuple(words(each)) for each in in_either_person(forgotten))
    found = [r"\W{1,6}".join(map(re.escape, said)) for said in forms if said]
    naming = rf"(?:(?:{_BARE_NAMING})\s*)?\+?" if _VALUE.fullmatch(forgotten.strip()) else ""
    return re.compile(rf"{naming}(?<!\w)(?:{'|'.join(found)})(?!\w)", re.I) if found else None


def _parts_about(
    matter: str, said: str, pack: LanguagePack, *, is_last_resort: bool = False
) -> Iterator[str]:
    """Yield the parts of one message that are about ``matter``.

    For "my phone number", those of a relative are among them only as a last resort.
    """
    own = language_pack_for(said, pack)
    table = pack.corrections
    wanted = frozenset(content_stems(matter, pack.language))
    sentences = [each for each in quotable_sentences(said) if not asks_to_forget(each)]
    if table.forgets_statement.match(matter):
        for sentence in sentences:
            shared = wanted & frozenset(content_stems(sentence, own.language))
            both_own = table.speaker.search(matter) and own.corrections.speaker.search(sentence)
            if len(wanted) < (1 if both_own else _LEAST_STEMS):
                continue
            if len(shared) >= _MOST_OF_IT * len(wanted):
                yield from _smallest_parts(sentence, shared, own, {}, all_of_it=True)
    else:
        yield from _parts_named(matter, said, pack, is_last_resort=is_last_resort)


def _parts_named(
    matter: str, said: str, pack: LanguagePack, *, is_last_resort: bool = False
) -> Iterator[str]:
    """Yield the parts of one message that have what ``matter`` names: "Jan's phone number"."""
    own = language_pack_for(said, pack)
    table = pack.corrections
    wanted = frozenset(content_stems(matter, pack.language))
    told = {stem: table.told_as[stem] for stem in wanted if stem in table.told_as}
    sentences = [each for each in quotable_sentences(said) if not asks_to_forget(each)]
    phone, email = table.phone_words.search(matter), table.email_words.search(matter)
    named = phone or email
    owner = wanted - frozenset(content_stems(named[0], pack.language) if named else ())
    if named and not owner <= frozenset(content_stems(said, own.language)):
        return
    if named and (values := _values(said, own, _phones if phone else _emails)):
        is_mine = bool(pack.cues.first_person.search(matter))
        if is_mine and not is_last_resort:
            values = [each for each in values if not _is_of_relative(each[1], own)]
        yield from _own_values(values, own) if is_mine else _values_of(owner, values, own)
        return
    next_words = (words(matter[said.end() :])[:1] for said in table.speaker.finditer(matter))
    is_own = any(wanted == {*pack.stems(" ".join(of))} for of in next_words)  # "where I live"
    for sentence in sentences:
        is_of_them = not is_own or own.cues.first_person.search(sentence)
        if not is_of_them or sentence.rstrip().endswith("?"):
            continue
        for part in _smallest_parts(sentence, wanted, own, told):
            if not table.address_words.search(matter):
                yield part
            elif named or not own.corrections.email_words.search(part):
                yield _with_place(part, sentence)


def _shared(
    wanted: frozenset[str], said: frozenset[str], told: Mapping[str, str], pack: LanguagePack
) -> int:
    """Return the number of ``wanted`` stems in ``said``, directly or by the words of ``told``."""
    return sum(
        any(names_same(stem, of) for of in said)
        or not said.isdisjoint(content_stems(told.get(stem, ""), pack.language))
        for stem in wanted
    )


def _halves(sentence: str, part: tuple[int, int], pack: LanguagePack) -> Iterator[tuple[int, int]]:
    """Yield ``part``, or its halves if a single "and" joins them and both are long, or a gap."""
    start, end = part
    joints = [match.span() for match in pack.ledger.joint.finditer(sentence, start, end)]
    if len(joints) == 1:
        ((left, right),) = joints
        halves = sentence[start:left].strip(), sentence[right:end].strip()
        if all(half == GAP or len(half.split()) >= _HALF_WORDS for half in halves):
            yield start, left
            yield right, end
            return
    yield part


def _values(
    said: str, pack: LanguagePack, find: Callable[[str, LanguagePack], Sequence[str]]
) -> list[tuple[str, str]]:
    """Return the values that ``find`` has in a message, each with its part of a sentence."""
    sentences = [each.text for each in split_sentences(said) if not asks_to_forget(each.text)]
    parts = [part for each in sentences for part in _clauses(each, pack)]
    return [(value, part) for part in parts for value in find(part, pack)]


def _own_values(values: Sequence[tuple[str, str]], pack: LanguagePack) -> tuple[str, ...]:
    """Return the speaker's own ``values``, else those whose part names nobody else."""
    own = [value for value, part in values if pack.cues.first_person.search(part)]
    nobodys = (
        value for value, part in values if all(v.type != "name" for v in slot_values(part, pack))
    )
    return tuple(own or nobodys)


def _is_of_relative(part: str, pack: LanguagePack) -> bool:
    """Return whether ``part`` names "my sister", and nothing else of the speaker."""
    said = words(part)
    after = [at + 1 for at, word in enumerate(said) if pack.cues.first_person.fullmatch(word)]
    persons = {at for at in after if said[at : at + 1] and _is_person(said[at], pack)}
    others = (said[at - 1] for at in after if at not in persons)
    return bool(persons) and all(pack.corrections.speaker.fullmatch(each) for each in others)


def _is_person(word: str, pack: LanguagePack) -> bool:
    """Return whether ``word`` is one for a person, also as a possessive."""
    forms = {word.lower(), re.sub(r"['’]?s['’]?$", "", word.lower())}
    return not forms.isdisjoint(pack.lexicon.people)


def _values_of(
    owner: frozenset[str], values: Sequence[tuple[str, str]], pack: LanguagePack
) -> tuple[str, ...]:
    """Return those of ``values`` whose part names the ``owner``, else all."""
    named = tuple(
        value for value, part in values if owner & frozenset(content_stems(part, pack.language))
    )
    return named or tuple(value for value, _ in values)


def _clauses(sentence: str, pack: LanguagePack) -> Iterator[str]:
    """Yield the parts of ``sentence`` between commas, and on both sides of a single "and"."""
    start = 0
    for end, after in (*(match.span() for match in _COMMA.finditer(sentence)), (len(sentence), 0)):
        for half in _halves(sentence, (start, end), pack):
            yield sentence[slice(*half)]
        start = after


def _with_place(part: str, sentence: str) -> str:
    """Return ``part``, an address, with the postcode and the town that follow it."""
    end = sentence.index(part) + len(part)
    form = _PLACE if any(letter.isupper() for letter in sentence[1:]) else _SMALL_PLACE
    found = form.match(sentence, end)
    return part + found[0] if found else part


def _emails(sentence: str, _: LanguagePack) -> list[str]:
    return _EMAIL.findall(sentence)


def _phones(sentence: str, pack: LanguagePack) -> list[str]:
    return [value.text for value in slot_values(sentence, pack) if value.type == "phone"]


def _smallest_parts(
    sentence: str,
    wanted: frozenset[str],
    pack: LanguagePack,
    told: Mapping[str, str],
    *,
    all_of_it: bool = False,
) -> Iterator[str]:
    """Yield the part of ``sentence`` with most of ``wanted``, if it has at least half.

    ``told`` maps a thing to words that describe it without its name: "I earn 3,400" is a salary.
    """
    text = SlotText(sentence, pack)
    whole = ((0, len(sentence)),) if all_of_it else text.parts
    parts = [half for part in whole for half in _halves(sentence, part, pack)]
    if all_of_it and not any(wanted <= text.stems_of(part) for part in parts):
        yield sentence
        return
    shares = [(_shared(wanted, text.stems_of(part), told, pack), part) for part in parts]
    named = [v for v in text.values if v.type == "name" and wanted & set(pack.stems(v.text))]
    best = max(
        shares,
        key=lambda each: (each[0], any(each[1][0] <= name.start < each[1][1] for name in named)),
    )
    if 2 * best[0] >= len(wanted):
        start, end = best[1]
        is_label = len(sentence[start:end].split()) <= _LABEL_WORDS
        if is_label and sentence[end : end + 1] == ":":  # "my budget: 400 euros"
            end = next((last for first, last in text.parts if first > end), end)
        yield sentence[start:end].strip()
