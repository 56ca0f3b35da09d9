"""Formatting of results as lines of plain text for a terminal."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pydantic import JsonValue

from tidemark.i18n.catalogue import catalogue
from tidemark.i18n.code_texts import call_text, reason_text, use_text
from tidemark.memory.exchanges import Exchange, MemoryLayers
from tidemark.preferences import Preferences, json_of
from tidemark.retrieval.search_query import SearchHit, SearchResults
from tidemark.retrieval.search_query import SearchPassage as FoundPassage
from tidemark.schema import FoldResult, Message, Session, Summary
from tidemark.schema.branches import Branch
from tidemark.schema.documents import (
    MAIN,
    Conflict,
    Document,
    DocumentBranch,
    DocumentChange,
    DocumentVersion,
    PrunedDocument,
    VersionNote,
)
from tidemark.schema.folds import Losses
from tidemark.schema.metrics import MetricsPeriod
from tidemark.schema.notebooks import Notebook, NotebookListing
from tidemark.schema.people import ApiKey, SharedThing
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
from tidemark.schema.sources import (
    IngestedFile,
    Section,
    Source,
    SourceMatch,
    SourceReport,
    SourceSpan,
)
from tidemark.schema.tools import ToolUse
from utils import one_line

if TYPE_CHECKING:  # the services, and language analysis, take long to load
    from tidemark.memory.profile import ProfileEntry
    from tidemark.services.fold_history import FoldOutlook
    from tidemark.services.insights import InsightReport
    from tidemark.services.recall_check import RecallReport

_RESULT_CHARS = 120
ENGLISH = catalogue("en")  # the language of the command line
_SHORT_CHARS = 80
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # would move the cursor, or worse


def plain(text: str) -> str:
    r"""Return ``text`` without control characters, except line ends and tabs.

    >>> plain("a\x1b[31mb")
    'a[31mb'
    """
    return _CONTROL.sub("", text)


def covered(summary: Summary) -> str:
    """Return the messages that ``summary`` covers, counted from 1."""
    return messages(summary.from_message_index, summary.to_message_index)


def messages(first: int, last: int) -> str:
    """Return the positions ``first`` to ``last`` in words, counted from 1.

    >>> messages(0, 3), messages(4, 4)
    ('messages 1 to 4', 'message 5')
    """
    return f"messages {first + 1} to {last + 1}" if last > first else f"message {first + 1}"


def summarised(first: int, last: int) -> str:
    """Return a sentence saying that these messages, by position, became a summary.

    >>> summarised(0, 0)
    'Message 1 was summarised'
    """
    count = last - first + 1
    return ENGLISH.plural("WRITTEN.folded", count, first=first + 1, last=last + 1)


def of_session(session: Session) -> str:
    """Return a line on a session: id, last use (UTC), number of messages, title."""
    used = f"{session.updated_at:%Y-%m-%d %H:%M}"
    return f"{session.session_id}  {used}  {session.message_count:>6}  {plain(session.title)}"


def of_notebook(notebook: NotebookListing) -> str:
    """Return a line on a notebook: last activity (UTC), number of sessions, icon, name."""
    used = f"{notebook.last_active_at:%Y-%m-%d %H:%M}"
    icon = f"{plain(notebook.icon)} " if notebook.icon else ""
    return f"{used}  {notebook.sessions:>6}  {icon}{plain(notebook.name)}"


def of_notebook_settings(notebook: Notebook) -> str:
    """Return the settings of a notebook, one a line."""
    chosen = notebook.model_dump(exclude={"created_at", "last_active_at"})
    return "\n".join(
        f"{name:<13}  {'not set' if value in (None, '') else plain(str(value))}"
        for name, value in chosen.items()
    )


def of_key(key: ApiKey) -> str:
    """Return a line on an API key: number, beginning, scopes, last use (UTC), name."""
    used = f"{key.last_used_at:%Y-%m-%d %H:%M}" if key.last_used_at else "never used"
    ends = f", until {key.expires_at:%Y-%m-%d}" if key.expires_at else ""
    state = ", revoked" if key.revoked_at else ends
    return (
        f"{key.key_id:>4}  {key.prefix}...  {','.join(key.scopes):<10}  {used:<16}  "
        f"{plain(key.name)}{state}"
    )


def of_shared(each: SharedThing) -> str:
    """Return a line on a share by another user: number, kind, access, owner, name."""
    return (
        f"{each.share_key:>4}  {each.kind:<8}  {each.access:<6}  {plain(each.owner)}  "
        f"{plain(each.name)}"
    )


def of_ingested(each: IngestedFile) -> str:
    """Return a line on a file that was ingested, or would be."""
    if each.state == "refused":
        return f"refused  {plain(each.why)}"
    what = {"new": "new", "version": f"version {each.version}", "same": "known"}[each.state]
    in_sections = counted(each.sections, "section")
    parts = counted(each.passages, "passage") if each.passages else in_sections
    return f"{what:<10} {plain(each.source)}  ({each.file_type}, {parts})"


def of_ingest(states: Mapping[str, int], *, is_dry: bool) -> str:
    """Return a line with the number of files in each state."""
    nouns = {
        "new": "new_source",
        "version": "new_version",
        "same": "known_source",
        "refused": "refused_file",
    }
    told = [counted(states[state], noun) for state, noun in nouns.items() if states.get(state)]
    whole = ", ".join(told) if told else "there are no files"
    return f"{'Nothing was stored: ' if is_dry else ''}{whole}."


def of_source(source: Source) -> str:
    """Return a line on a source: name, type, version, passages, size."""
    newest = source.newest
    passages = counted(newest.passages, "passage")
    sizes = f"{passages:>15}  {counted(newest.characters, 'character'):>20}"
    return f"{newest.file_type:<11}  v{newest.number:<3} {sizes}  {plain(source.name)}"


def of_document(document: Document) -> str:
    """Return a line on a document: version, branches, session or notebook, name."""
    where = document.session_id or ("shared" if document.access != "owner" else "notebook")
    branches = counted(document.branches, "branch")
    bound = f"  <- {plain(document.file_path)}" if document.file_path else ""
    return f"v{document.version:<5} {branches:<11}  {where:<12}  {plain(document.name)}{bound}"


def of_pruned_document(pruned: PrunedDocument) -> str:
    """Return a line on a pruned document: number of versions, session or notebook, name."""
    where = pruned.document.session_id or "notebook"
    return f"{pruned.versions:>6} versions  {where:<12}  {plain(pruned.document.name)}"


def of_content(content: JsonValue) -> str:
    """Return the content of a document, indented."""
    return plain(json.dumps(content, indent=2, ensure_ascii=False))


def of_version(version: DocumentVersion) -> str:
    """Return a line on a version: number, time, author, summary."""
    at = f"{version.created_at:%Y-%m-%d %H:%M:%S}"
    pruned = "  (its content was pruned)" if version.is_pruned else ""
    summary = plain(one_line(version.modification_summary, _SHORT_CHARS))
    return f"{version.branch} {version.version:<5} {at}  {version.author:<7}  {summary}{pruned}"


def of_version_note(note: VersionNote) -> str:
    """Return a line on a version that a message made.

    >>> of_version_note(VersionNote(document="record", branch="trial", version=2, summary="OIL"))
    '[record, version 2 of trial: OIL]'
    """
    branch = "" if note.branch == MAIN else f" of {plain(note.branch)}"
    summary = plain(one_line(note.summary, _SHORT_CHARS))
    return f"[{plain(note.document)}, version {note.version}{branch}: {summary}]"


def of_changes(changes: Sequence[DocumentChange]) -> str:
    """Return the changes of a patch, one a line.

    >>> of_changes([DocumentChange(path="/inci", kind="changed", before="WATER", after="OIL")])
    '~ /inci: "WATER" -> "OIL"'
    """
    return plain("\n".join(map(_of_change, changes))) or "Nothing changed."


def _of_change(change: DocumentChange) -> str:
    before, after = (_value(each) for each in (change.before, change.after))
    path = change.path or "/"
    match change.kind:
        case "added":
            return f"+ {path}: {after}"
        case "removed":
            return f"- {path}: {before}"
        case "moved":
            return f"> {change.moved_from} -> {path}"
        case "changed":
            return f"~ {path}: {before} -> {after}"


def of_document_branch(branch: DocumentBranch) -> str:
    """Return a line on a branch of a document."""
    origin = f"  from {branch.from_branch} {branch.from_version}" if branch.from_branch else ""
    return f"v{branch.version:<5} {plain(branch.name)}{plain(origin)}"


def of_conflict(conflict: Conflict) -> str:
    """Return a conflict of a merge, both sides below each other."""
    sides = ("before", conflict.base), ("ours", conflict.ours), ("theirs", conflict.theirs)
    lines = (f"  {name:<7} {_value(value)}" for name, value in sides)
    return plain("\n".join((f"! {conflict.path or '/'}", *lines)))


def _value(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)


def of_place(place: Section) -> str:
    """Return the place of a section as text.

    >>> of_place(Section(start=0, end=9, unit="page", number=3, headings=("Fees",)))
    'page 3, Fees'
    """
    where = [f"{place.unit} {place.number}"] if place.unit and place.number else []
    return ", ".join((*where, *([" › ".join(place.headings)] if place.headings else ())))


def of_span(span: SourceSpan) -> str:
    """Return the source, version and place of a passage."""
    where = of_place(span.place)
    return plain(f"{span.source}, version {span.version}{f', {where}' if where else ''}")


def of_cited(passages: Sequence[SourceSpan], numbers: Mapping[int, int]) -> str:
    """Return a line on each cited passage; ``numbers`` maps them to the numbers shown."""
    return "\n".join(f"[{shown}] {of_span(passages[at - 1])}" for at, shown in numbers.items())


def of_source_report(report: SourceReport) -> str:
    """Return the text of a version, passage by passage, each under its place."""
    head = f"{plain(report.source)}, version {report.version} of {report.versions}"
    blocks = [f"{head}: {plain(report.title)}"]
    for each in report.passages:
        where = of_place(each.place)
        offsets = f"[{each.start}–{each.end}] {counted(each.tokens, 'token')}"
        blocks.append(f"{offsets}{f', {plain(where)}' if where else ''}\n{plain(each.text)}")
    return "\n\n".join(blocks)


def of_source_passage(found: SourceMatch) -> str:
    """Return a search hit in a source, below its source and place."""
    where = of_place(found.place)
    name = f"{plain(found.source)}, version {found.version}"
    return f"{found.score:.2f}  {name}{f', {plain(where)}' if where else ''}\n{plain(found.text)}"


def of_deletion(session: Session, other_branches: int) -> str:
    """Return the question whether to delete a session with its messages and branches."""
    messages = f"its {counted(session.message_count, 'message')}"
    branches = f", and {counted(other_branches, 'other_branch')}"
    what = f"{messages}{branches if other_branches else ''}"
    return f"Delete {plain(session.title)!r} and {what}?"


def of_preferences(chosen: Preferences, name: str | None = None) -> Iterator[str]:
    """Yield a line on each preference, or on the one called ``name``."""
    usual = Preferences()
    for each in type(chosen).model_fields if name is None else (name,):
        value = getattr(chosen, each)
        if value in (None, ""):
            yield f"{each:<10}  not set"
            continue
        note = "  (default)" if value == getattr(usual, each) else ""
        yield f"{each:<10}  {plain(json.dumps(json_of(value), ensure_ascii=False))}{note}"


def of_find(found: SearchHit) -> str:
    """Return a session that matched a search, with its newest passages."""
    head = f"{found.session_id}  {plain(found.title)}"
    return "\n".join((head, *(_passage(each) for each in found.passages)))


def of_finds(found: SearchResults) -> str:
    """Return the number of passages and sessions found."""
    if not found.chats:
        return "Nothing found."
    more = "More than " if found.is_more else ""
    passages = counted(found.passages, "passage")
    return f"{more}{passages} in {counted(found.chats, 'session')}."


def _passage(found: FoundPassage) -> str:
    said = f"{found.timestamp:%Y-%m-%d %H:%M}  {found.role}, message {found.position + 1}"
    return f"  {said}: {' '.join(plain(found.text).split())}"


def of_branch(branch: Branch, *, is_listed: bool) -> str:
    """Return a line on a branch: its id, and where it differs from its origin."""
    mark = "*" if is_listed else " "
    forked = branch.forked
    parts = (
        f"  differs from {forked.session_id} from message {forked.shared + 1} on" if forked else ""
    )
    return f"{mark} {branch.session_id}{parts}"


def of_tool(use: ToolUse) -> str:
    """Return a line on a tool call, and one with the start of its result."""
    came = one_line(use_text(use, ENGLISH.language), _RESULT_CHARS)
    return f"{plain(call_text(use.call, ENGLISH.language))}, {use.ms:.0f} ms\n  {plain(came)}"


def of_message(message: Message, versions: Sequence[VersionNote] = ()) -> str:
    """Return a message under a heading with its number, speaker, time (UTC) and state.

    The ``versions`` of documents that it made follow.
    """
    who = "You" if message.role == "user" else "Tidemark"
    fate: str = message.metadata.partial or ("replaced" if message.is_retired else "")
    if message.metadata.asked_back is not None:
        fate = str(ENGLISH.table("WRITTEN.states")["answer_anyway"])
    head = f"{message.position + 1}. {who}, {message.timestamp:%Y-%m-%d %H:%M}"
    tools = "".join(f"\n{of_tool(use)}" for use in message.metadata.tool_uses)
    made = "".join(f"\n{of_version_note(note)}" for note in versions)
    return f"\n{head}{f', {fate}' if fate else ''}{tools}\n{plain(message.content)}{made}"


def of_summary(summary: Summary) -> str:
    """Return the items of ``summary``, one a line."""
    found = [f"\nSummary of {covered(summary)}, {counted(summary.token_count, 'token')}"]
    for kind, item in summary.memory.all_items():
        on = f" ({item.on})" if item.on else ""
        status = f" [{item.status}]" if item.status else ""
        found.append(f"  {kind.replace('_', ' ')}: {plain(item.text)}{on}{status}")
    return "\n".join(found)


def of_fold(fold: Summary) -> str:
    """Return a line on a fold: number, messages, tokens, and when it was undone (UTC)."""
    undone = f", undone {fold.withdrawn_at:%Y-%m-%d %H:%M}" if fold.withdrawn_at else ""
    merged = ", merged" if fold.superseded_by is not None else ""
    return f"{fold.id:>5}  {covered(fold)}, {counted(fold.token_count, 'token')}{merged}{undone}"


def counted(count: int, noun: str) -> str:
    """Return a number with its noun, one of the catalogue's table ``COUNTED``.

    >>> counted(1, "token"), counted(0, "token"), counted(2, "branch")
    ('1 token', '0 tokens', '2 branches')
    """
    return ENGLISH.plural(f"COUNTED.{noun}", count)


def of_folded(folded: FoldResult, folds: Sequence[Summary]) -> str:
    """Return the messages ``folds`` cover, the change of the context, and how to undo them."""
    told = [
        f"{summarised(fold.from_message_index, fold.to_message_index)}, fold {fold.id}."
        for fold in folds
    ]
    after = counted(folded.tokens_after, "token")
    change = f"The context went from {folded.tokens_before} to {after}"
    return " ".join((*told, f"{change}; `undo` reverses {'each' if folds[1:] else 'it'}."))


def of_losses(losses: Losses) -> str:
    """Return the tokens a fold saved, and a line on each kind of fact its summary left out."""
    kinds = (("Names", losses.names), ("Numbers", losses.numbers), ("Dates", losses.dates))
    told = [f"{counted(losses.tokens_before, 'token')} became {losses.tokens_after}."]
    told += [f"{kind} left out: {plain(', '.join(found))}" for kind, found in kinds if found]
    if len(told) > 1:
        told.append("They stay in the messages and can still be found there.")
    else:
        told.append("No name, number or date was left out.")
    return "\n".join(f"{'':7}{line}" for line in told)


def of_outlook(outlook: "FoldOutlook") -> str:
    """Return the context after an undo or redo, and whether the next message triggers a fold."""
    span = messages(outlook.from_index, outlook.to_index).capitalize()
    is_one = outlook.from_index == outlook.to_index
    became = "active again" if outlook.action == "undo" else "folded again"
    became = f"{'is' if is_one else 'are'} {became}"
    if outlook.folds_next:
        then = "The next message folds them again."
    else:
        then = (
            f"The next message folds if it is longer than {counted(outlook.room_tokens, 'token')}."
        )
    if outlook.by_hand:
        own = "change" if outlook.by_hand == 1 else counted(outlook.by_hand, "change")
        then += f" Your {own} to its summary will be made again when the messages fold again."
    return (
        f"{span} {became}. Context: {outlook.context} / {counted(outlook.threshold, 'token')} "
        f"(before: {outlook.context_before}). {then}"
    )


def of_view(view: ViewReport) -> str:
    """Return the view an engine would read, a piece a line, and the pieces that did not fit."""
    beside = f", and {view.source_tokens} of sources" if view.source_tokens else ""
    head = f"{view.tokens} of {counted(view.threshold, 'token')}{beside}, {view.ms:.1f} ms"
    return "\n".join((head, *_of_pieces(view)))


def of_prompt(report: PromptReport) -> str:
    """Return a prompt as sent, then its pieces, then the pieces left out."""
    again = f", answer {report.attempt} of {report.attempts}" if report.attempts > 1 else ""
    beside = f" and {report.source_tokens} of sources" if report.source_tokens else ""
    counts = f"{report.tokens} of {counted(report.threshold, 'token')}{beside} by our count"
    if report.usage is not None:
        counts += f", {report.usage.input_tokens} by the service's, which includes the instructions"
    proof = "as it was sent" if report.is_as_sent else "NOT as it was sent: rendering has changed"
    found = [
        f"Turn {report.turn}{again}: {counts}",
        f"SHA-256 {report.sha256}, {proof}",
        *_of_instructions(report),
    ]
    for line in report.prompt:
        found += [f"\n---- {line.role} ----", plain(line.content)]
    for call in report.tool_calls:
        asked = json.dumps(call.arguments, ensure_ascii=False)
        found += [f"\n---- {plain(call.name)} {plain(asked)} ----", plain(call.result)]
    found += [f"\n{of_version_note(note)}" for note in report.versions]
    return "\n".join((*found, "\nPieces:", *_of_pieces(report)))


def of_replay(report: ReplayReport) -> str:
    """Return how the rebuilt prompt of a turn differs from the one sent."""
    if not report.from_its_row:
        return f"Turn {report.turn}: the snapshot does not give the prompt that was sent."
    return f"Turn {report.turn}: chosen again, the prompt differs from the one that was sent."


def _of_instructions(report: PromptReport) -> Iterator[str]:
    given = report.instructions
    if given is None:
        return
    tokens = counted(given.tokens, "token")
    yield f"\n---- instructions of {given.on}, {tokens}, outside the budget ----"
    yield report.told or f"This version has other instructions. SHA-256 {given.sha256}"


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
    where = f" {of_span(piece.source)}" if piece.source else ""
    text = plain(" ".join(piece.text.split()))
    return f"  {piece.tokens:>5}  {piece.kind}{where}, {why}: {text}"


def of_exchange(exchange: Exchange) -> str:
    """Return an entry of the index: id, day (UTC), line and topics."""
    about = f"  [{', '.join(exchange.topics)}]" if exchange.topics else ""
    return plain(f"{exchange.exchange_id}  {exchange.asked_at:%Y-%m-%d}  {exchange.line}{about}")


def of_layers(layers: MemoryLayers) -> str:
    """Return the memory of a session: last exchanges, running summary, index."""
    running = layers.running
    found = [f"Last {counted(len(layers.recent), 'exchange')}"]
    found += [of_message(message) for exchange in layers.recent for message in exchange]
    found += [f"\nRunning summary, {counted(running.words, 'word')}", plain(running.text)]
    found += [f"\nIndex of {counted(len(layers.index), 'exchange')}"]
    return "\n".join([*found, *map(of_exchange, layers.index)])


def of_entry(entry: "ProfileEntry") -> str:
    """Return an entry of the profile: number, kind, text and source messages."""
    notes = ["" if entry.is_enabled else "off", "changed" if entry.is_edited else ""]
    notes += [f"{at.session_id} message {at.position + 1}" for at in entry.sources]
    said = "; ".join(note for note in notes if note)
    kind = entry.kind.replace("_", " ")
    return plain(f"{entry.entry_id:>4}  {kind}: {entry.text}{f'  ({said})' if said else ''}")


def of_recall(report: "RecallReport", title: str) -> str:
    """Return the share of a session's facts that is recalled, and the facts that are missed."""
    head = f"{report.session_id}  {plain(title)}"
    if not report.facts:
        return f"{head}\n  It has no facts to ask for."
    shares = report.percentages.items()
    told = ", ".join(f"{share} % at {counted(budget, 'token')}" for budget, share in shares)
    found = [head, f"  {counted(report.facts, 'fact')}; found: {told}"]
    for one in report.missed:
        at = ", ".join(map(str, one.missed_at))
        answer = f" ({plain(one.fact.answer)})" if one.fact.answer else ""
        found.append(f"  missed at {at}: {plain(one.fact.question)}{answer}")
    return "\n".join(found)


def of_insights(report: "InsightReport") -> str:
    """Return the metrics, a period a line, then cost and questions asked back."""
    figures, whole = report.figures, report.figures.totals
    if not figures.stretches:
        return "There are no figures yet. They start with the first answer."
    kept = f"{counted(whole.folds, 'fold')} kept {counted(whole.kept_tokens, 'token')}"
    told = [
        f"{counted(whole.turns, 'turn')} in {counted(whole.sessions, 'session')}: "
        f"{kept} from the engine, "
        f"{whole.with_recall} with recall, {whole.with_similar} with a similar question, "
        f"{whole.asked_back} asked back; rated: {whole.good} good, {whole.bad} bad",
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
            f"wrote {about}{counted(each.output_tokens, 'token')}{cost}"
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
    """Return a line on the result of an import."""
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
    """Return a line on a question's need for context (0 to 1), and its reading."""
    found = analysed.understanding
    if found.is_ambiguous:
        reading = f"unclear: {' '.join(found.clarifying_questions)}"
    else:
        reading = f"read as: {found.rewritten_query}" if found.rewritten_query else "as it stands"
    return plain(f"{analysed.needs_context_score:.2f}  {reading}")


def flat(analysed: UnderstandingReport) -> str:
    """Return the analysis as a flat JSON object, with the fields of the understanding merged in."""
    fields = analysed.model_dump(mode="json")
    return json.dumps({**fields.pop("understanding"), **fields}, ensure_ascii=False)


def of_check(check: Check) -> str:
    """Return whether a check passed, and the remedy if it did not."""
    line = f"{'works' if check.ok else 'fails'}  {check.name:10}  {check.found}"
    return f"{line}\n{'':19}{check.next_step}" if check.next_step else line
