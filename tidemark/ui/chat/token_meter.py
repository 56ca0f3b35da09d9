"""The meter: the size of the context in numbers, words, and a bar below the tide line."""

import html

from tidemark.schema import Meter
from tidemark.ui.i18n import texts
from utils import TokenCounter

_FULL_SCALE = 1.25  # the bar ends a quarter beyond the tide line
_FILLING, _NEARLY = 0.75, 0.9
_EXCHANGE = 2  # messages that the next turn adds


def with_draft(meter: Meter, text: str) -> Meter:
    """Return ``meter`` as it will be when ``text``, the reply in progress, is stored."""
    if not text:
        return meter
    tokens = TokenCounter().count_message("assistant", text)
    return meter.model_copy(update={"active": meter.active + tokens})


def level_text(meter: Meter) -> str:
    """Return in words how full the context is; empty below three quarters."""
    if meter.is_over:
        return texts.FOLDS_NEXT
    if meter.foldable_messages + _EXCHANGE > meter.most_messages:
        return texts.NEARLY_ALL.format(count=meter.foldable_messages, most=meter.most_messages)
    if meter.share >= _NEARLY:
        return texts.NEARLY_FULL
    return texts.FILLING.format(share=round(meter.share * 100)) if meter.share >= _FILLING else ""


def numbers_html(
    meter: Meter,
    fold: tuple[int, int] | None = None,
    *,
    read: int = 0,
    is_estimate: bool = False,
    is_folding: bool = False,
) -> str:
    """Return the numbers, the words and the bar as HTML; ``fold`` is tokens before and after.

    ``read`` is the number of tokens read for the last answer.  If the count ``is_estimate``, as
    during a reply, it is marked as one.
    """
    notes = [_read_html(meter, read), html.escape(level_text(meter))]
    if fold is not None:
        notes.append(html.escape(texts.FOLDED_TO.format(before=fold[0], after=fold[1])))
    level = min(meter.share / _FULL_SCALE, 1) * 100
    told = "".join(f"<span>{note}</span>" for note in notes if note)
    if is_folding:
        told += f'<span class="at-work">{html.escape(texts.FOLDING)}</span>'
    return (
        f'<div class="tide tide-{_state(meter)}">'
        f"<p>{_count_html(meter, is_estimate=is_estimate)}{told}</p>"
        f'<div class="tide-bar"><div class="tide-water" style="width:{level:.1f}%"></div>'
        f'<div class="tide-line" style="left:{100 / _FULL_SCALE:.0f}%"></div></div></div>'
    )


def _count_html(meter: Meter, *, is_estimate: bool) -> str:
    """Return the count, with words in elements that are hidden on a narrow page."""
    before, after = map(html.escape, texts.METER.split("{count}"))
    count = f"{texts.number(meter.context)} / {texts.number(meter.threshold)}"
    return f"<strong><i>{before}</i>{'~' if is_estimate else ''}{count}<i>{after}</i></strong>"


def _read_html(meter: Meter, read: int) -> str:
    """Return the tokens read, and those of sources separately: they are outside the budget."""
    if not read:
        return ""
    told = html.escape(texts.METER_READ.format(tokens=read))
    of_sources = texts.METER_READ_SOURCES.format(tokens=meter.sources) if meter.sources else ""
    return f"{told}<i>{html.escape(of_sources)}</i>" if of_sources else told


def parts_table(meter: Meter, *, draft_tokens: int = 0, read: int = 0) -> str:
    """Return the parts of the count as a Markdown table with notes; see ``numbers_html``."""
    left = meter.threshold - meter.context
    rows = [
        (texts.PART_SUMMARIES, meter.summaries),
        (texts.PART_ACTIVE.format(count=meter.active_messages), meter.active - draft_tokens),
        (texts.PART_DRAFT, draft_tokens),
        (texts.PART_FREE if left >= 0 else texts.PART_OVER, abs(left)),
        (texts.PART_PINNED, meter.pinned),
        (texts.PART_READ, read),
        (texts.PART_RECALLED, meter.recalled),
        (texts.PART_SOURCES, meter.sources),
    ]
    may_be_none = (
        texts.PART_DRAFT,
        texts.PART_PINNED,
        texts.PART_READ,
        texts.PART_RECALLED,
        texts.PART_SOURCES,
    )
    kept = [row for row in rows if row[1] or row[0] not in may_be_none]
    body = "\n".join(f"| {name} | {texts.number(count)} |" for name, count in kept)
    notes = [texts.PARTS_RULE.format(threshold=meter.threshold, most=meter.most_messages)]
    if read:
        notes.append(texts.PARTS_READ.format(threshold=meter.threshold))
    if meter.covered_messages:
        notes.append(texts.plural("PARTS_COVERED", meter.covered_messages))
    head = f"| {texts.PARTS_OF} | {texts.PARTS_TOKENS} |\n|:--|--:|"
    return f"{head}\n{body}\n\n" + "\n\n".join(notes)


def _state(meter: Meter) -> str:
    if meter.is_over:
        return "over"
    if meter.share >= _NEARLY or meter.foldable_messages + _EXCHANGE > meter.most_messages:
        return "nearly"
    return "filling" if meter.share >= _FILLING else "calm"
