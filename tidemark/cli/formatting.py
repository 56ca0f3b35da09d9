"""What a person reads in a terminal: shapes as lines of plain text."""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tidemark.i18n.catalogue import catalogue
from tidemark.i18n.reasons import reason_text
from tidemark.memory.exchanges import Exchange, MemoryLayers
from tidemark.memory.profile import ProfileEntry
from tidemark.preferences import Preferences, json_of
from tidemark.retrieval.search_query import SearchHit, SearchResults
from tidemark.retrieval.search_query import SearchPassage as FoundPassage
from tidemark.schema import FoldResult, Message, Session, Summary
from tidemark.schema.branches import Branch
from tidemark.schema.folds import FoldOutlook, Losses
from tidemark.schema.metrics import MetricsPeriod
from tidemark.schema.reports import (
    Check,
    ImportReport,
    LeftOutReport,
    PieceReport,
    PromptReport,
    ReplayReport,
    UnderstandingReport,
    ViewReport,
)

if TYPE_CHECKING:  # the services take long to load
    from tidemark.services.insights import InsightReport
    from tidemark.services.recall_check import RecallReport

ENGLISH = catalogue("en")  # the language of the command line
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # would move the cursor, or worse


def plain(text: str) -> str:
    r"""Return ``text`` without the characters a terminal obeys, line ends and tabs apart.

    >>> plain("a\x1b[31mb")
    'a[31mb'
    """
    return _CONTROL.sub("", text)


def covered(summary: Summary) -> str:
    """Say which messages ``summary`` covers, counted from 1."""
    return f"messages {summary.from_message_index + 1} to {summary.to_message_index + 1}"


def of_session(session: Session) -> str:
    """List a session: its id, when it was last used (UTC), its messages, its title."""
    used = f"{session.updated_at:%Y-%m-%d %H:%M}"
    return f"{session.session_id}  {used}  {session.message_count:>6}  {plain(session.title)}"


def of_deletion(session: Session, other_branches: int) -> str:
    """Ask whether a session is to be deleted, and say all that goes with it."""
    messages = f"its {session.message_count} messages"
    branches = f", and {counted(other_branches, 'other_branch')}"
    what = f"{messages}{branches if other_branches else ''}"
    return f"Delete {plain(session.title)!r} and {what}?"


def of_preferences(chosen: Preferences, name: str | None = None) -> Iterator[str]:
    """List what a person chose, or their choice of ``name``, each with what it is by default."""
    usual = Preferences()
    for each in type(chosen).model_fields if name is None else (name,):
        value = getattr(chosen, each)
        if value in (None, ""):
            yield f"{each:<10}  not chosen"
            continue
        note = "  (default)" if value == getattr(usual, each) else ""
        yield f"{each:<10}  {plain(json.dumps(json_of(value), ensure_ascii=False))}{note}"


def of_find(found: SearchHit) -> str:
    """Tell a session in which something was found, and the newest of it."""
    head = f"{found.session_id}  {plain(found.title)}"
    return "\n".join((head, *(_passage(each) for each in found.passages)))


def of_finds(found: SearchResults) -> str:
    """Say how much was found."""
    if not found.chats:
        return "Nothing was found."
    more = "More than " if found.is_more else ""
    passages = counted(found.passages, "passage")
    return f"{more}{passages} in {counted(found.chats, 'session')}."


def _passage(found: FoundPassage) -> str:
    said = f"{found.timestamp:%Y-%m-%d %H:%M}  {found.role}, message {found.position + 1}"
    return f"  {said}: {' '.join(plain(found.text).split())}"


def of_branch(branch: Branch, *, is_listed: bool) -> str:
    """List a branch of a chat, and where it parts from which other."""
    mark = "*" if is_listed else " "
    forked = branch.forked
    parts = f"  other from message {forked.shared + 1} of {forked.session_id}" if forked else ""
    return f"{mark} {branch.session_id}{parts}"


def of_message(message: Message) -> str:
    """Print a message under its number, speaker and time (UTC), and what became of it."""
    who = "You" if message.role == "user" else "Tidemark"
    fate: str = message.metadata.partial or ("replaced" if message.is_retired else "")
    if message.metadata.asked_back is not None:
        fate = str(ENGLISH.table("WRITTEN.states")["answer_anyway"])
    head = f"{message.position + 1}. {who}, {message.timestamp:%Y-%m-%d %H:%M}"
    return f"\n{head}{f', {fate}' if fate else ''}\n{plain(message.content)}"


def of_summary(summary: Summary) -> str:
    """Print what ``summary`` remembers, an item a line."""
    found = [f"\nSummary of {covered(summary)}, {summary.token_count} tokens"]
    for kind, item in summary.memory.all_items():
        on = f" ({item.on})" if item.on else ""
        status = f" [{item.status}]" if item.status else ""
        found.append(f"  {kind.replace('_', ' ')}: {plain(item.text)}{on}{status}")
    return "\n".join(found)


def of_fold(fold: Summary) -> str:
    """List a fold: its number, what it covers, its tokens, and when it was undone (UTC)."""
    undone = f", undone {fold.withdrawn_at:%Y-%m-%d %H:%M}" if fold.withdrawn_at else ""
    merged = ", merged" if fold.superseded_by is not None else ""
    return f"{fold.id:>5}  {covered(fold)}, {fold.token_count} tokens{merged}{undone}"


def counted(count: int, noun: str) -> str:
    """Return a number with its noun, one of the catalogue's table ``COUNTED``.

    >>> counted(1, "token"), counted(0, "token"), counted(2, "branch")
    ('1 token', '0 tokens', '2 branches')
    """
    return ENGLISH.plural(f"COUNTED.{noun}", count)


def of_folded(folded: FoldResult, fold_id: int) -> str:
    """Say what a fold covers, what became of the context, and how to take it back."""
    first, last = folded.from_index + 1, folded.to_index + 1
    return (
        f"Messages {first} to {last} are a summary now, fold {fold_id}. The context went from "
        f"{folded.tokens_before} to {folded.tokens_after} tokens; undo takes it back."
    )


def of_losses(losses: Losses) -> str:
    """Say what a fold saved and what is in no item of its summary, each kind a line."""
    kinds = (("Names", losses.names), ("Numbers", losses.numbers), ("Dates", losses.dates))
    told = [f"{losses.tokens_before} tokens became {losses.tokens_after}."]
    told += [f"{kind} in no item: {plain(', '.join(found))}" for kind, found in kinds if found]
    if len(told) > 1:
        told.append("All of it stays in the messages, and is found there.")
    else:
        told.append("No name, number or date was left out.")
    return "\n".join(f"{'':7}{line}" for line in told)


def of_outlook(outlook: FoldOutlook) -> str:
    """Say what the context is once a fold is undone or redone, and what the next turn does."""
    span = f"Messages {outlook.from_index + 1} to {outlook.to_index + 1}"
    became = "are active again" if outlook.action == "undo" else "are a summary again"
    if outlook.folds_next:
        then = "The next message folds again."
    else:
        then = (
            f"The next message folds if it has more than {counted(outlook.room_tokens, 'token')}."
        )
    if outlook.by_hand:
        own = counted(outlook.by_hand, "change")
        then += f" Your {own} to its summary: made again when the messages fold again."
    return (
        f"{span} {became}. Context: {outlook.context} / {outlook.threshold} tokens, "
        f"before it {outlook.context_before}. {then}"
    )


def of_view(view: ViewReport) -> str:
    """Print what an engine would read, a piece a line, and what did not fit."""
    head = f"{view.tokens} of {view.threshold} tokens, {view.ms:.1f} ms"
    return "\n".join((head, *_of_pieces(view)))


def of_prompt(report: PromptReport) -> str:
    """Print a prompt as it was sent, then its pieces, then what was left out."""
    again = f", answer {report.attempt} of {report.attempts}" if report.attempts > 1 else ""
    counts = f"{report.tokens} of {report.threshold} tokens by our count"
    if report.usage is not None:
        counts += f", {report.usage.input_tokens} with the instructions by the service's"
    proof = (
        "as it was sent" if report.is_as_sent else "NOT as it was sent: it is rendered otherwise"
    )
    found = [
        f"Turn {report.turn}{again}: {counts}",
        f"SHA-256 {report.sha256}, {proof}",
        *_of_instructions(report),
    ]
    for line in report.prompt:
        found += [f"\n---- {line.role} ----", plain(line.content)]
    return "\n".join((*found, "\nPieces:", *_of_pieces(report)))


def of_replay(report: ReplayReport) -> str:
    """Say of a turn that its prompt, rebuilt, is another than was sent."""
    if not report.from_its_row:
        return f"Turn {report.turn}: what was kept does not give the prompt that was sent."
    return f"Turn {report.turn}: chosen anew, the prompt is another than was sent."


def _of_instructions(report: PromptReport) -> Iterator[str]:
    given = report.instructions
    if given is None:
        return
    yield f"\n---- instructions of {given.on}, {given.tokens} tokens, outside the budget ----"
    yield report.told or f"This version tells it otherwise. SHA-256 {given.sha256}"


def _of_pieces(report: ViewReport | PromptReport) -> Iterator[str]:
    yield from (_of_piece(piece, _why(piece)) for piece in report.pieces)
    if report.left_out:
        yield "Left out:"
        yield from (_of_piece(out, _missed(out)) for out in report.left_out)


def _missed(out: LeftOutReport) -> str:
    return f"missed by {counted(out.missed_by, 'token')}" if out.missed_by else _why(out)


def _why(piece: PieceReport) -> str:
    return reason_text(piece.reason, ENGLISH.language)


def _of_piece(piece: PieceReport, why: str) -> str:
    return f"  {piece.tokens:>5}  {piece.kind}, {why}: {plain(' '.join(piece.text.split()))}"


def of_exchange(exchange: Exchange) -> str:
    """Print an entry of the index: its id, its day (UTC), what was said, what it is about."""
    about = f"  [{', '.join(exchange.topics)}]" if exchange.topics else ""
    return plain(f"{exchange.exchange_id}  {exchange.asked_at:%Y-%m-%d}  {exchange.line}{about}")


def of_layers(layers: MemoryLayers) -> str:
    """Print the memory of a session: last exchanges, running summary, index."""
    running = layers.running
    found = [f"Last {counted(len(layers.recent), 'exchange')}"]
    found += [of_message(message) for exchange in layers.recent for message in exchange]
    found += [f"\nRunning summary, {running.words} words", plain(running.text)]
    found += [f"\nIndex of {counted(len(layers.index), 'exchange')}"]
    return "\n".join([*found, *map(of_exchange, layers.index)])


def of_entry(entry: ProfileEntry) -> str:
    """Print something known of the person: its number, kind, words, and where they were said."""
    notes = ["" if entry.is_enabled else "off", "changed" if entry.is_edited else ""]
    notes += [f"{at.session_id} message {at.position + 1}" for at in entry.sources]
    said = "; ".join(note for note in notes if note)
    kind = entry.kind.replace("_", " ")
    return plain(f"{entry.entry_id:>4}  {kind}: {entry.text}{f'  ({said})' if said else ''}")


def of_recall(report: "RecallReport", title: str) -> str:
    """Print what share of a session's facts comes back, and which do not."""
    head = f"{report.session_id}  {plain(title)}"
    if not report.facts:
        return f"{head}\n  It says nothing that can be asked for."
    shares = report.percentages.items()
    told = ", ".join(f"{share} % at {budget} tokens" for budget, share in shares)
    found = [head, f"  {counted(report.facts, 'fact')}; found: {told}"]
    for one in report.missed:
        at = ", ".join(map(str, one.missed_at))
        answer = f" ({plain(one.fact.answer)})" if one.fact.answer else ""
        found.append(f"  missed at {at}: {plain(one.fact.question)}{answer}")
    return "\n".join(found)


def of_insights(report: "InsightReport") -> str:
    """List what turns came to, a stretch a line, then what was spent and what was asked back."""
    figures, whole = report.figures, report.figures.totals
    if not figures.stretches:
        return "There are no figures yet: they begin with the first answer."
    told = [
        f"{counted(whole.turns, 'turn')} in {counted(whole.sessions, 'session')}: "
        f"{counted(whole.folds, 'fold')} kept {whole.kept_tokens} tokens from the engine, "
        f"{whole.with_recall} with recall, {whole.asked_back} asked back",
        f"{'turns':>11}  {'ended':16}  context  highest  kept  folds  recalled       ms",
    ]
    told += [_of_stretch(each) for each in figures.stretches]
    costs = {(cost.first, cost.engine): cost.amount for cost in report.costs}
    for each in figures.spent:
        about = "~" if each.is_estimate else ""
        amount = costs.get((each.first, each.engine))
        cost = "" if amount is None else f", {about}{amount:.6f} {report.currency}"
        told.append(
            f"from turn {each.first}: {plain(each.engine)} read {about}{each.input_tokens} and "
            f"wrote {about}{each.output_tokens} tokens{cost}"
        )
    if not report.has_prices:
        told.append("No prices are set.")
    told += [
        f"asked back: {plain(each.question)} ({plain(' '.join(each.questions))})"
        for each in figures.asked_back
    ]
    return "\n".join(told)


def _of_stretch(each: MetricsPeriod) -> str:
    span = f"{each.first}" if each.first == each.last else f"{each.first}-{each.last}"
    ms = each.context_ms + each.summariser_ms + each.recall_ms
    ms += each.ambiguity_ms + each.responder_ms
    return (
        f"{span:>11}  {each.begun:%Y-%m-%d %H:%M}  {each.context:7.0f}  {each.highest:7}  "
        f"{each.kept:4.0f}  {each.folds:5}  {each.recalled_tokens:8.0f}  {ms:7.1f}"
    )


def of_import(imported: ImportReport) -> str:
    """Say what an import did."""
    if imported.was_there:
        return f"{imported.session_id} holds this conversation already: nothing to do."
    renamed = ""
    if imported.renamed_from:
        renamed = f", because {imported.renamed_from} holds another conversation"
    return (
        f"Imported {counted(imported.stored, 'message')} and "
        f"{counted(imported.folds, 'summary')} into {imported.session_id}{renamed}."
    )


def of_analysis(analysed: UnderstandingReport) -> str:
    """Say in a line how much a question needs its context (0 to 1), and what it was read as."""
    found = analysed.understanding
    if found.is_ambiguous:
        reading = f"unclear: {' '.join(found.clarifying_questions)}"
    else:
        reading = f"read as: {found.rewritten_query}" if found.rewritten_query else "as it stands"
    return plain(f"{analysed.needs_context_score:.2f}  {reading}")


def flat(analysed: UnderstandingReport) -> str:
    """Return a JSON object with the understanding's fields beside the rest, on one level."""
    fields = analysed.model_dump(mode="json")
    return json.dumps({**fields.pop("understanding"), **fields}, ensure_ascii=False)


def of_check(check: Check) -> str:
    """Say whether something works, and below it what to do where it does not."""
    line = f"{'works' if check.ok else 'fails'}  {check.name:10}  {check.found}"
    return f"{line}\n{'':19}{check.next_step}" if check.next_step else line
