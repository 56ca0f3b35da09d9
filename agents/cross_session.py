"""Candidates for a view from other chats: passages about the question, and similar questions.

A message does not bring back content that the person deleted or disabled in the profile.  A passage
that was corrected soon after comes with its correction.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from tidemark.engines.builtin.own_replies import is_builtin_reply
from tidemark.memory.corrections import current
from tidemark.memory.matching import supersedes
from tidemark.memory.pasted_text import without_pasted
from tidemark.memory.profile import ProfileEntry, says
from tidemark.memory.recorded_statement import RecordedStatement
from tidemark.nlp.answer_types import leaves_open, settles
from tidemark.nlp.dialogue_acts import ASKING_ACTS, STATING_ACTS, dialogue_act
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.quotes import quotable_sentences
from tidemark.nlp.search_terms import Term, content_stems, stem_set
from tidemark.nlp.statements import correcting_sentences
from tidemark.prompt import packing
from tidemark.retrieval.cross_session import (
    CrossSessionHits,
    CrossSessionPassage,
    SimilarQuestion,
)
from tidemark.retrieval.recall_query import Hit
from tidemark.schema import Item, Message, Reason, Role, ViewPiece
from tidemark.schema.branches import Origin
from utils import TokenCounter, one_line

_WORTH = 0.8  # at most, for a passage of another chat that contains the whole question
_CLEARLY = 0.1  # the least lead in shares over this session's own passages to go before them
_ALL = 0.999  # the whole question, allowing for rounding when shares are added
_LAST_WORTH = 0.01  # goes in only if room is left
CORRECTION_FIRST = 1.01  # times the worth of the passage: it is considered just before it
_QUESTION_TOKENS, _ANSWER_TOKENS = 60, 120
_TITLE_CHARS = 40
LONGEST_CORRECTION = 120  # tokens: a longer message is a pasted text rather than a correction
_LEAST_STEMS = 2  # of a text that a reply paraphrases; one common word proves nothing


@dataclass(frozen=True)
class ForgottenContent:
    """Content that must not be read: ``texts`` by their stems, and the messages that state them.

    ``replies`` are the replies to these messages, each as a session and a position in it.
    """

    texts: Mapping[str, Sequence[str]]
    message_ids: frozenset[int]
    replies: frozenset[tuple[str, int]]

    def holds(self, message: Message) -> bool:
        """Return whether ``message`` states a forgotten text, or repeats one to the person."""
        if message.id in self.message_ids:
            return True
        if message.role == "assistant" and (message.session_id, message.position) in self.replies:
            return True
        return bool(self.texts) and any(
            self._is_said(part, message.role) for part in quotable_sentences(message.content)
        )

    def _is_said(self, part: str, role: Role) -> bool:
        stems = frozenset(content_stems(part))
        near = {text for stem in stems for text in self.texts.get(stem, ())}
        if not near:
            return False
        if says(part, tuple(near)):
            return True
        told = (frozenset(content_stems(text)) for text in near if role == "assistant")
        return any(len(of) >= _LEAST_STEMS and of <= stems for of in told)


def forgotten_content(
    entries: Sequence[ProfileEntry], forgotten: Sequence[str]
) -> ForgottenContent:
    """Return the content of profile entries that are disabled, ``forgotten`` or edited by hand."""
    disabled = tuple(entry.text for entry in entries if not entry.is_enabled)
    sources = [
        source
        for entry in entries
        if not entry.is_enabled or entry.is_edited
        for source in entry.sources
    ]
    return ForgottenContent(
        texts=_by_stem((*disabled, *forgotten)),
        message_ids=frozenset(source.message_id for source in sources),
        replies=frozenset((source.session_id, source.position + 1) for source in sources),
    )


def _by_stem(texts: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """Index ``texts`` by their stems, each also in the second person, as replies repeat them."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for text in texts:
        for form in dict.fromkeys((text, language_pack_for(text).phrases.to_second_person(text))):
            for stem in set(content_stems(form)):
                found[stem].append(form)
    return found


def asks(text: str) -> bool:
    """Return whether ``text`` is a question or a request."""
    return dialogue_act(text, language_pack_for(text)) in ASKING_ACTS


def answered(
    similar: Sequence[SimilarQuestion], active: Sequence[Message], unwanted: ForgottenContent
) -> Iterator[SimilarQuestion]:
    """Yield the questions that have an answer and are not among the ``active`` messages."""
    ids = {message.id for message in active}
    said = {message.content.casefold().strip() for message in active}
    for each in similar:
        question, answer = each.question, each.answer
        if question.id in ids or question.content.casefold().strip() in said:
            continue
        if not asks(question.content) or is_builtin_reply(answer.content):
            continue
        if not (unwanted.holds(question) or unwanted.holds(answer)):
            yield each


def informative(
    found: CrossSessionHits, own: float, unwanted: ForgottenContent
) -> tuple[CrossSessionPassage, ...]:
    """Return the passages of other chats that match clearly more of the question than this chat.

    ``own`` is the share of the question that this chat matches (``own_share``).
    """
    if own >= _ALL:
        return ()
    return tuple(
        each
        for each in found.passages
        if each.share > own + _CLEARLY and _is_informative(each, unwanted)
    )


def best_of(found: Sequence[CrossSessionPassage], own: float) -> CrossSessionPassage | None:
    """Return the best passage of another session if it matches clearly more than this session."""
    return found[0] if found and found[0].share > own + _CLEARLY else None


def new_among(
    more: Iterable[CrossSessionPassage],
    known: Sequence[CrossSessionPassage],
    unwanted: ForgottenContent,
) -> Iterator[CrossSessionPassage]:
    """Yield passages of readable messages that are not among ``known``, each message once."""
    seen = {each.message.id for each in known}
    for each in more:
        if each.message.id not in seen and _is_informative(each, unwanted):
            seen.add(each.message.id)
            yield each


def correcting_messages(said: Sequence[Message], about: Collection[int]) -> Iterator[Message]:
    """Yield messages of ``said`` that correct one of ``about``, or choose from its options.

    They are the person's, of at most ``LONGEST_CORRECTION`` tokens each.
    """
    return (message for message, _ in corrections(said, about))


def corrections(
    said: Sequence[Message], about: Collection[int]
) -> Iterator[tuple[Message, frozenset[int]]]:
    """Yield what ``correcting_messages`` does, each with the ids of ``about`` that it corrects."""
    matter = {
        stem for message in said if message.id in about for stem in content_stems(message.content)
    }
    own = [(message, without_pasted(message.content)) for message in said]
    statements = [
        (message, RecordedStatement(part, (message.id,)))
        for message, words in own
        for part in quotable_sentences(words)
        if message.id in about or _may_correct(part, matter)
    ]
    held = current([each for _, each in statements])
    for (message, _), now in zip(statements, held, strict=True):
        corrected = frozenset(statements[of][0].id for of in now.corrects).intersection(about)
        if corrected:
            yield message, corrected
    undecided = [
        (message, each.text)
        for message, each in statements
        if message.id in about and leaves_open(each.text, language_pack_for(each.text))
    ]
    for message, words in own:
        settled = frozenset(
            of.id
            for of, part in undecided
            if message.id not in about and settles(words, part, language_pack_for(part))
        )
        if settled:
            yield message, settled


def without_corrections(
    passages: Iterable[CrossSessionPassage], origin: Origin, own: Sequence[Message]
) -> Iterator[CrossSessionPassage]:
    """Yield ``passages``, except corrections that the ``origin`` of a fork made after the fork.

    ``own`` are the messages of the fork, which does not continue from those later messages.
    """
    told = [message for message in own if message.role == "user"]
    about = frozenset(message.id for message in told)
    for each in passages:
        message = each.message
        is_later = message.session_id == origin.session_id and message.position >= origin.shared
        if not (is_later and any(correcting_messages([*told, message], about))):
            yield each


def _may_correct(sentence: str, matter: Set[str]) -> bool:
    """Return whether ``sentence`` has one of the stems ``matter``, or words of a correction."""
    if sentence.endswith("?"):
        return False
    return not matter.isdisjoint(stem_set(sentence)) or bool(correcting_sentences(sentence))


def own_share(found: CrossSessionHits) -> float:
    """Return the largest share of the question that a single statement of this session matches."""
    return max((each.share for each in found.own if _is_statement(each.message)), default=0.0)


def _is_statement(message: Message) -> bool:
    return not (
        asks(message.content) if message.role == "user" else is_builtin_reply(message.content)
    )


def _is_informative(passage: CrossSessionPassage, unwanted: ForgottenContent) -> bool:
    message = passage.message
    if message.role == "assistant":
        says_nothing = is_builtin_reply(message.content) or correction(passage) is not None
    else:
        says_nothing = not any(map(_states, quotable_sentences(message.content)))
    return not says_nothing and not unwanted.holds(message)


def _states(sentence: str) -> bool:
    pack = language_pack_for(sentence)
    return dialogue_act(sentence, pack) in STATING_ACTS


def correction(passage: CrossSessionPassage) -> Message | None:
    """Return the last message soon after ``passage`` that corrects it, if one does."""
    said = passage.message.content[passage.start : passage.end]
    older = Item(text=said, message_ids=(passage.message.id,))
    for message in reversed(passage.after):
        for part in correcting_sentences(without_pasted(message.content)):
            if supersedes(Item(text=part, message_ids=(message.id,)), older, "key_facts"):
                return message
    return None


def similar_candidates(
    found: Sequence[SimilarQuestion], counter: TokenCounter
) -> Iterator[packing.PackingCandidate]:
    """Yield each similar question and its answer, each cut to its share of the budget."""
    for each in found:
        reason = Reason("similar_question", title=one_line(each.title or "", _TITLE_CHARS))
        for message, limit in (
            (each.question, _QUESTION_TOKENS),
            (each.answer, _ANSWER_TOKENS),
        ):
            text = counter.cut(message.content, limit)
            piece = packing.recalled_piece(message, text, reason=reason, counter=counter)
            yield packing.PackingCandidate(piece, each.likeness)


def passage_candidates(
    found: Sequence[CrossSessionPassage],
    own: float,
    written: Mapping[Term, str],
    counter: TokenCounter,
    limit_tokens: int,
) -> Iterator[packing.PackingCandidate]:
    """Yield passages that match more than this chat does, then the others, within the limit.

    ``own`` is the share of the question that this chat matches; ``written`` maps its terms to the
    words as they were typed.
    """
    held = 0
    offered: set[int] = set()
    for each in found:
        if each.message.id in offered or held + each.tokens > limit_tokens:
            continue
        pieces = [_passage(each, written)]
        corrects = correction(each)
        if corrects and corrects.id not in offered:
            reason = Reason("correction", title=one_line(each.title or "", _TITLE_CHARS))
            text = counter.cut(corrects.content, _ANSWER_TOKENS)
            pieces.append(packing.recalled_piece(corrects, text, reason=reason, counter=counter))
        says_more = each.share > own + _CLEARLY
        worth = _WORTH * each.share if says_more else _LAST_WORTH
        tokens = sum(piece.tokens for piece in pieces)
        if held + tokens > limit_tokens:
            continue
        held += tokens
        offered.update(of for piece in pieces for of in piece.message_ids)
        for number, piece in enumerate(pieces):
            yield packing.PackingCandidate(piece, worth * CORRECTION_FIRST if number else worth)


def _passage(passage: CrossSessionPassage, written: Mapping[Term, str]) -> ViewPiece:
    """Return ``passage`` as a piece of a view."""
    message = passage.message
    shared = tuple(written.get(term, term[0]) for term in passage.shared)
    reason = Reason("other_session", terms=shared, title=one_line(passage.title, _TITLE_CHARS))
    hit = Hit(
        session_id=message.session_id,
        message_id=message.id,
        position=message.position,
        role=message.role,
        timestamp=message.timestamp,
        content=message.content,
        token_count=message.token_count,
        start=passage.start,
        end=passage.end,
        tokens=passage.tokens,
        worth=passage.share,
    )
    return packing.passage_piece(hit, reason=reason)
