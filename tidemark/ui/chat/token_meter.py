"""The meter: how full the memory of a chat is, in words and as a bar that ends at the tide line."""

import html

from tidemark.schema import Meter
from tidemark.ui.i18n import texts
from utils import TokenCounter

_FILLING, _NEARLY = 0.75, 0.9
_EXCHANGE = 2  # messages that the next turn adds


def with_draft(meter: Meter, text: str) -> Meter:
    """Return ``meter`` as it will be when ``text``, the reply in progress, is stored."""
    if not text:
        return meter
    tokens = TokenCounter().count_message("assistant", text)
    return meter.model_copy(update={"active": meter.active + tokens})


def percent(tokens: int, threshold: int) -> int:
    """Return ``tokens`` as a percentage of ``threshold``, above 100 only when they are more.

    >>> percent(0, 1200), percent(1, 1200), percent(1199, 1200), percent(1201, 1200)
    (0, 1, 99, 101)
    """
    if tokens > threshold:
        return -(-tokens * 100 // threshold)
    return max(tokens * 100 // threshold, min(tokens, 1))


def level_text(meter: Meter) -> str:
    """Return in words when older messages are summarised."""
    if meter.is_over:
        return texts.FOLDS_NEXT
    if meter.foldable_messages + _EXCHANGE > meter.most_messages:
        return texts.NEARLY_ALL.format(count=meter.foldable_messages, most=meter.most_messages)
    if meter.share >= _NEARLY:
        return texts.NEARLY_FULL
    return texts.FOLDS_AT


def numbers_html(
    meter: Meter,
    fold: tuple[int, int] | None = None,
    *,
    read: int = 0,
    is_estimate: bool = False,
    is_folding: bool = False,
) -> str:
    """Return the words and the bar as HTML, with the exact numbers in a tooltip.

    ``fold`` is the tokens before and after a fold, and ``read`` those read for the last answer.  If
    the count ``is_estimate``, as during a reply, it is marked as one.
    """
    share = percent(meter.context, meter.threshold)
    used = texts.METER_FULL if meter.share > 1 else texts.METER.format(share=share)
    note, kind = level_text(meter), ' class="lasting"' if _state(meter) == "calm" else ""
    if is_folding:
        note, kind = texts.FOLDING, ' class="at-work"'
    elif fold is not None and not meter.is_over:
        freed = percent(max(fold[0] - fold[1], 0), meter.threshold)
        note, kind = texts.FOLD_FREED.format(share=freed), ""
    level = min(meter.share, 1) * 100
    exact = _exact_text(meter, read, is_estimate=is_estimate)
    return (
        f'<div class="tide tide-{_state(meter)}" title="{html.escape(exact)}">'
        f"<p><strong>{html.escape(used)}</strong><span{kind}>{html.escape(note)}</span></p>"
        f'<div class="tide-bar"><div class="tide-water" style="width:{level:.1f}%"></div>'
        '<div class="tide-line"></div></div></div>'
    )


def _exact_text(meter: Meter, read: int, *, is_estimate: bool) -> str:
    """Return the counts in tokens; what was read of sources separately: they fill no memory."""
    count = texts.METER_COUNT.format(count=meter.context, threshold=meter.threshold)
    told = [f"~{count}" if is_estimate else count]
    if read:
        told.append(texts.METER_READ.format(tokens=read))
        if meter.sources:
            told.append(texts.METER_READ_SOURCES.format(tokens=meter.sources))
    return " · ".join(told)


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
