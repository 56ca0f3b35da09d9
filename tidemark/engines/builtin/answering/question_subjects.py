"""The subject of a question, and whether a quote misses it."""

from collections.abc import Sequence, Set

from tidemark.engines.builtin.answering.quoting import TOLD_OF
from tidemark.engines.builtin.answering.resolved_question import ResolvedQuestion, known_stems
from tidemark.engines.builtin.evidence import Evidence
from tidemark.engines.builtin.word_kin import kin
from tidemark.memory.slots import SlotText
from tidemark.nlp.answer_types import answer_type
from tidemark.nlp.mentions import names, noun_phrases
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import stems_across
from tidemark.nlp.search_terms import words

_PHONE = "phone"  # a topic: the number of somebody
MOST_TOPIC_WORDS = 6


def shares_only_verb(question: str, best: Evidence, pack: LanguagePack) -> bool:
    """Return whether only a verb of "which database do we use?", or "why …", is in ``best``.

    So it is if only "leave" is of "when does the steamer leave?", or "bring" of "who is bringing
    the cake?".
    """
    want = answer_type(question, pack)
    if not (is_of_sort(question, pack) or want in ("reason", "time", "person")):
        return False
    acts = {stem for word in words(question) if word in pack.lexicon.verbs
            for stem in pack.stems(word)}  # fmt: skip
    shared = set(pack.stems(question)) & best.stems
    if want == "person":
        if not best.pack.lexicon.pronouns.isdisjoint(words(best.text)):
            return False  # "I take her": who takes Mum?
        acts |= pack.lexicon.verbs & shared
    if want in ("time", "person"):
        sort = pack.answer_types.sort.search(question)
        others = set(pack.stems(question)) - pack.asking_stems - acts
        others -= set(pack.stems(sort["sort"])) if sort else set()  # "what time does it start?"
        known = best.stems | best.sentence.implied | stems_across(best.title, pack)
        is_named = any(of in known or kin(of, known, pack) for of in others)
        return bool(others and shared) and shared <= acts and not is_named
    return bool(shared) and shared <= acts and not best.holds_type


def is_of_sort(question: str, pack: LanguagePack) -> bool:
    """Return whether a noun follows its "which" or "what": not "what did we rent?"."""
    sort = pack.answer_types.sort.search(question)
    return sort is not None and sort["sort"].lower() not in verbs_of(pack)


def verbs_of(pack: LanguagePack) -> Set[str]:
    """Return the verbs that ``pack`` knows."""
    return pack.lexicon.auxiliaries | pack.lexicon.verbs


def misses_subject(question: str, found: Sequence[Evidence], pack: LanguagePack) -> bool:
    """Return whether none of ``found`` mentions the subject of the question.

    "The password of …": it may be forgotten; a quote about the rest of the question is no answer.
    """
    asked = pack.memory_questions.told_about.search(question)
    if not asked or (found and found[0].sentence.speaker):
        return False
    stems = frozenset(pack.stems(question)) - pack.asking_stems
    if all(stems.isdisjoint(each.stems) for each in found):
        return False  # a question about the world: no part of it is discussed here
    noun = asked.groupdict().get("noun")
    if noun and answer_type(question, pack) is not None:
        return False
    wanted = frozenset(pack.stems(noun or asked["what"])) - pack.asking_stems
    least = 1 if noun else len(wanted)
    if any(pack.topics.get(of) == _PHONE for of in wanted) and any(
        value.type == "phone" for each in found for value in SlotText(each.text, each.pack).values
    ):
        return False  # "Ken 07700 900123" has the number of Ken, if not the word
    return bool(wanted) and not any(
        sum(of in each.stems or bool(kin(of, each.stems, pack)) for of in wanted) >= least
        for each in found
    )


def asks_advice(question: str, resolved: ResolvedQuestion) -> bool:
    """Return whether ``question`` asks for general advice, not about a message.

    "When can I reach her?" asks about a message.
    """
    pack = resolved.pack
    own = pack.memory_questions
    if resolved.resolution.references and answer_type(question, pack) in TOLD_OF:
        return False
    return bool(own.general_advice.search(question)) and not own.remember.search(question)


def is_about_conversation(resolved: ResolvedQuestion) -> bool:
    """Return whether the question is about this conversation, by its words or its subject."""
    pack = resolved.pack
    if resolved.resolution.references or pack.memory_questions.of_ourselves.search(
        resolved.question
    ):
        return True
    named = {stem for name in names(resolved.question, pack) for stem in pack.stems(name.text)}
    return bool(named & known_stems(resolved))


def presupposed_things(question: str, pack: LanguagePack) -> frozenset[str]:
    """Return the stems of things that ``question`` presupposes: "the cabinets", "which notary"."""
    text = SlotText(question, pack)
    known = (
        each.text.split()[-1]
        for each in noun_phrases(question, pack)
        if text.article_before(each.start).lower() in pack.lexicon.definite
    )
    sort = pack.answer_types.sort.search(question)
    people = {sort["sort"].lower()} & pack.lexicon.people if sort else ()
    return frozenset(stem for head in (*known, *people) for stem in pack.stems(head))
