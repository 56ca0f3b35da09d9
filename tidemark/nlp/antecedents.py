"""Antecedents: things mentioned earlier in a conversation, ranked by salience.

The topic that the person named first or most often is the antecedent far more often than the last
name mentioned (benchmark/README.md). A self-contained question that names something sets a new
topic; names that the assistant mentions count little.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from tidemark.nlp.context_dependence import context_need
from tidemark.nlp.mentions import Mention, Utterance, names, noun_phrases, tokens
from tidemark.nlp.pack_fields import LanguagePack, ReferentKind
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.sentences import QUESTION_CHARS, beginning_and_end, split_sentences

_OPENING = 3.0  # the first-named beats the last-named by 20 points of wrong rows
_NEW_TOPIC = 3.5  # for names in a later self-contained question
_LEFT_BEHIND = 0.4  # factor for names before the newest topic
_NAMED_AGAIN = 1.0
_BY_ASSISTANT = 0.3
_IN_PASSING = 0.6  # "in Lisbon", "with the Stones": not the subject of a question
_NO_NAME = 0.3
_LATER_IN_TEXT = 0.1
_STANDS_ALONE = 0.3  # below this, a question does not depend on earlier messages
_BEFORE_CHARS = 40  # a preposition, a title, "who is"
_LIST_NEAR = 12  # messages
_FEWEST_LISTED = 3
_MOST_OPENINGS = 8  # of a sentence: each is read to its end
_ENTRY_WORDS = 6
_TURNS = 40  # messages in which the topic is looked for
# A message that is only a title: "Miracle on Ice", "Walter Scott (novelist)".
_TITLE_CHARS = 200
_TITLE = re.compile(r"\s*(?P<title>[^?.!,;:()\n]{2,70}?)\s*(?:\([^()]*\))?\s*")
_NUMBERED = re.compile(r"(?:^|(?<=[\s:?.!;]))\d{1,2}[.)]\s+(.+?)(?=\s+\d{1,2}[.)]\s|\n|$)")
_MARKED = re.compile(r"^[^\S\n]*+[-*•][^\S\n]++(\S[^\n]*)$", re.MULTILINE)


@dataclass(frozen=True)
class Antecedent:
    """Something mentioned earlier, to which a later reference may refer.

    ``kind`` is fixed by its form, ``likely_kind`` guessed from the words around it; ``preposition``
    is the one for being at the place; it ``is_topic`` if the person asked about it.
    """

    text: str
    salience: float
    is_name: bool
    kind: ReferentKind
    stems: frozenset[str]
    by_user: bool = True
    is_topic: bool = False
    likely_kind: ReferentKind = "any"
    preposition: str = ""

    def fits(self, kind: ReferentKind) -> bool:
        """Return whether a reference to this ``kind`` may refer to it."""
        if kind == "place":
            return self.is_name and self.kind in ("any", "thing") and self.likely_kind != "person"
        return "any" in (kind, self.kind) or kind == self.kind


@dataclass
class _Tally:
    text: str
    is_name: bool
    by_user: bool
    kind: ReferentKind
    salience: float = 0.0
    is_topic: bool = False
    likely_kind: ReferentKind = "any"
    preposition: str = ""
    stems: frozenset[str] = field(default_factory=frozenset)


def rank_antecedents(history: Sequence[Utterance], pack: LanguagePack) -> list[Antecedent]:
    """Return the antecedents in ``history``, most salient first, stemmed as ``pack`` does.

    Each message is read in its own language, or in that of ``pack`` if its words do not show it;
    a very long one at its beginning and end.
    """
    history = [said._replace(text=beginning_and_end(said.text, QUESTION_CHARS)) for said in history]
    tallies: list[_Tally] = []
    recent = history[-_TURNS:]
    first = next((said for said in history if said.role == "user"), None)
    newest = _newest_topic(recent, pack)
    for said in recent if first is None or first in recent else [first, *recent]:
        own = language_pack_for(said.text, pack)
        named = _mentions(said, own)
        asks = (
            bool(own.dialogue_acts.asks.search(said.text))
            or "?" in said.text
            or title_of(said.text, own) is not None
        )
        gain = _NAMED_AGAIN if said.role == "user" else _BY_ASSISTANT
        if said is newest:
            gain = _NEW_TOPIC
            for tally in tallies:
                tally.salience *= _LEFT_BEHIND
        elif said is first:
            gain = _OPENING
        for place, mention in enumerate(named):
            known = _tallied(tallies, said, mention, pack)
            if known:
                known.salience += _gain(gain, said, mention, own) - _LATER_IN_TEXT * min(place, 5)
                known.is_topic |= asks and said.role == "user"
    people = _speaks_of_people(history, pack)
    ranked = sorted(tallies, key=lambda tally: (not tally.by_user, -tally.salience))
    return [_candidate(tally, is_person=people and at == 0) for at, tally in enumerate(ranked)]


def _newest_topic(history: Sequence[Utterance], pack: LanguagePack) -> Utterance | None:
    """Return the last self-contained question of the person that names something."""
    for said in reversed(history):
        own = language_pack_for(said.text, pack)
        if (
            said.role == "user"
            and own.dialogue_acts.asks.search(said.text)
            and any(" " in name.text for name in names(said.text, own))
            and context_need(said.text, (), own) < _STANDS_ALONE
        ):
            return said
    return None


def _candidate(tally: _Tally, *, is_person: bool) -> Antecedent:
    kind = tally.kind
    if kind == "any" and tally.is_name and is_person:
        kind = "person"
    return Antecedent(
        tally.text,
        tally.salience,
        tally.is_name,
        kind,
        tally.stems,
        tally.by_user,
        tally.is_topic,
        tally.likely_kind,
        tally.preposition,
    )


def _mentions(said: Utterance, own: LanguagePack) -> list[Mention]:
    named = names(said.text, own)
    if said.role == "assistant":
        return list(named)
    title = title_of(said.text, own)
    if title and not own.ledger.some_leave.search(said.text):
        return [title]
    return sorted([*named, *noun_phrases(said.text, own)], key=lambda mention: mention.start)


def title_of(text: str, own: LanguagePack) -> Mention | None:
    """Return ``text`` as a title, if most of its words are capitalised: "Miracle on Ice"."""
    found = _TITLE.fullmatch(text) if len(text) <= _TITLE_CHARS else None
    if not found:
        return None
    telling = [
        token
        for token in tokens(found["title"])
        if token.is_word and token.word not in own.function_words
    ]
    capitals = sum(token.text[0].isupper() for token in telling)
    if capitals <= len(telling) / 2 or not telling:
        return None
    if telling[0].word in own.lexicon.request_openers or found["title"][0].islower():
        return None
    if own.references.first_person.search(found["title"]):
        return None  # "we'll go with the Linde" is a sentence, not a title
    return Mention(found["title"], found.start("title"), found.end("title"), is_name=True)


def _gain(gain: float, said: Utterance, mention: Mention, own: LanguagePack) -> float:
    passing = own.references.after_preposition.search(_before(said.text, mention))
    return gain * (1.0 if mention.is_name else _NO_NAME) * (_IN_PASSING if passing else 1.0)


def _tallied(
    tallies: list[_Tally], said: Utterance, mention: Mention, pack: LanguagePack
) -> _Tally | None:
    own = language_pack_for(said.text, pack)
    stems = frozenset(pack.stems(mention.text))  # stems of one language, because they are compared
    if not stems or stems <= own.general_stems or mention.text.lower() in own.lexicon.calendar:
        return None
    by_user = said.role == "user"
    known = next((tally for tally in tallies if stems <= tally.stems or tally.stems <= stems), None)
    if known is None:
        known = _Tally(
            _with_article(mention, said.text, own),
            mention.is_name,
            by_user,
            _kind_of(mention, said.text, own),
        )
        tallies.append(known)
    elif stems > known.stems and mention.is_name and by_user:
        known.text = _with_article(mention, said.text, own)
    if by_user and mention.is_name:
        if known.likely_kind == "any":
            known.likely_kind = _likely_kind(mention, said.text, own)
        at = own.references.at_place.search(_before(said.text, mention))
        known.preposition = known.preposition or (at[1].lower() if at else "")
    known.by_user |= by_user
    known.stems |= stems
    return known


def _kind_of(mention: Mention, text: str, own: LanguagePack) -> ReferentKind:
    words = [token.text for token in tokens(mention.text)]
    before = f" {_before(text, mention).lower().rstrip()}"
    if not mention.is_name:
        head = words[-1].lower()
        if head in own.lexicon.people:
            return "person"
        return "group" if own.references.is_plural(head) else "thing"
    last = before.rsplit(" ", 1)[-1]
    if last in own.lexicon.people or own.references.asks_who.search(before):
        return "person"
    if own.lexicon.definite & {words[0].lower(), last}:
        return own.references.kind_with_article(mention.text)
    return "thing" if any(word[0].isdigit() for word in words) else "any"


def _with_article(mention: Mention, text: str, own: LanguagePack) -> str:
    found = own.references.kept_article.search(_before(text, mention))
    return f"{found[1].lower()} {mention.text}" if found and mention.is_name else mention.text


def _likely_kind(mention: Mention, text: str, own: LanguagePack) -> ReferentKind:
    """Return the likely kind of a name by the words around it: "with Petra", "in Lisbon"."""
    before, after = _before(text, mention), text[mention.end :]
    is_person = own.references.before_person.search(before) and not mention.text.isupper()
    if is_person or own.references.after_person.match(after):
        return "person"
    if any(token.word in own.lexicon.sites for token in tokens(mention.text)):
        return "thing"
    return "place" if own.references.before_place.search(before) else "any"


def _before(text: str, mention: Mention) -> str:
    return text[max(0, mention.start - _BEFORE_CHARS) : mention.start]


def _speaks_of_people(history: Sequence[Utterance], pack: LanguagePack) -> bool:
    return any(
        token.word in language_pack_for(said.text, pack).lexicon.person
        for said in history
        for token in tokens(said.text)
    )


def previous_question(history: Sequence[Utterance], pack: LanguagePack) -> str | None:
    """Return the last of the person's recent questions that is complete, unlike "what about …"."""
    asked = [said.text for said in history if said.role == "user"][-3:]
    for text in reversed(asked):
        own = language_pack_for(text, pack)
        continues = own.references.continues.search(text)
        if not continues and (own.dialogue_acts.asks.search(text) or "?" in text):
            return text
    return None


def full_name_with(noun_stem: str, history: Sequence[Utterance], pack: LanguagePack) -> str | None:
    """Return the newest name by the person that contains ``noun_stem``: the Hotel Tejo."""
    for said in reversed(history):
        named = names(said.text, language_pack_for(said.text, pack)) if said.role == "user" else ()
        for name in reversed(named):
            stems = pack.stems(name.text)
            words = [token.text for token in tokens(name.text)]
            if noun_stem in stems and len(stems) > 1 and not any(w[0].isdigit() for w in words):
                return name.text
    return None


def last_list(history: Sequence[Utterance], pack: LanguagePack) -> tuple[list[str], str]:
    """Return the entries of the last list in ``history``, and the message that gives it.

    The assistant lists by numbers and bullets; the person also within a sentence: "there are three
    bands: …".
    """
    for said in reversed(history[-_LIST_NEAR:]):
        marked = _NUMBERED.findall(said.text), _MARKED.findall(said.text)
        found = next((each for each in marked if len(each) > 1), [])
        if said.role == "user" and not found:
            found = _listed(said.text, language_pack_for(said.text, pack))
        if len(found) > 1:
            return [re.sub(r"[*_`]", "", entry).strip(" .;,") for entry in found], said.text
    return [], ""


def _listed(text: str, own: LanguagePack) -> list[str]:
    """Return the entries that ``text`` lists, one a line or within a sentence."""
    title, *lines = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    if len(lines) >= _FEWEST_LISTED and title.endswith(":"):
        return lines
    for sentence in split_sentences(text):
        openings = own.references.enumeration.finditer(sentence.text)
        for opening in islice(openings, _MOST_OPENINGS):
            entries = own.references.entry_break.split(sentence.text[opening.end() :].rstrip(".!"))
            if len(entries) >= _FEWEST_LISTED and all(map(_is_entry, entries)):
                return entries
    return []


def _is_entry(text: str) -> bool:
    return 0 < len(text.split()) <= _ENTRY_WORDS
