"""Captions of the charts on Insights: totals and sentences, also for screen readers."""

import html
from collections.abc import Sequence

from tidemark.schema.metrics import MetricsPeriod
from tidemark.services.insights import InsightReport
from tidemark.ui.i18n import texts

_STEPS = "context_ms", "summariser_ms", "recall_ms", "ambiguity_ms", "responder_ms"


def count_text(value: float) -> str:
    """Return ``value`` rounded, with thousands separators.

    >>> count_text(1234567.6)
    '1,234,568'
    """
    return texts.number(round(value))


def money_text(amount: float, currency: str) -> str:
    """Return an amount with as many digits as are significant.

    >>> money_text(0.00042, "USD"), money_text(12.3456, "EUR")
    ('0.00042 USD', '12.35 EUR')
    """
    return f"{amount:.2f} {currency}" if amount >= 1 else f"{amount:.2g} {currency}"


def totals_html(found: InsightReport) -> str:
    """Return the totals of all turns as an HTML list of names and numbers."""
    whole, about = found.figures.totals, "~" if is_estimate(found) else ""
    told = {
        "turns": count_text(whole.turns),
        **_per_session(found),
        "kept": count_text(whole.kept_tokens),
        "folds": count_text(whole.folds),
        "recall": f"{_share(whole.with_recall, whole.turns)}%",
        "similar": f"{_share(whole.with_similar, whole.turns)}%",
        "asked": count_text(whole.asked_back),
        "rated": f"{whole.good} / {whole.bad}" if whole.good or whole.bad else "–",
        **({"cost": about + money_text(found.cost, found.currency)} if found.costs else {}),
    }
    rows = "".join(
        f"<div><dt>{html.escape(texts.named('INSIGHT_TOTALS')[name])}</dt><dd>{value}</dd></div>"
        for name, value in told.items()
    )
    return f'<dl class="totals">{rows}</dl>'


def _per_session(found: InsightReport) -> dict[str, str]:
    """Return the average number of questions of a chat, where it is of several."""
    figures = found.figures
    several = figures.session_id is None and figures.totals.sessions > 1
    return {"per_session": texts.number(round(figures.totals.per_session, 1))} if several else {}


def is_estimate(found: InsightReport) -> bool:
    """Return whether some token counts are our own."""
    return any(each.is_estimate for each in found.figures.spent)


def sentences(found: InsightReport) -> dict[str, str]:
    """Return the caption of each chart, one or two sentences, by the name of its section."""
    figures = found.figures
    stretches, whole = figures.stretches, figures.totals
    highest = max(each.highest for each in stretches)
    line = max(each.threshold for each in stretches)
    context = texts.SAID_CONTEXT.format(
        unit=texts.named("INSIGHT_UNITS")[figures.unit],
        highest=count_text(highest),
        line=count_text(line),
        folds=_folds(whole.folds),
    )
    last = stretches[-1]
    kept = texts.SAID_NO_FOLDS
    if whole.kept_tokens:  # also those of folds before the first turn, as in the sample
        kept = texts.SAID_KEPT.format(sum=count_text(whole.kept_tokens), last=count_text(last.kept))
    ms = {step: _mean(stretches, step) for step in _STEPS}
    slowest = max(ms, key=lambda step: ms[step])
    time = texts.SAID_TIME.format(
        ms=count_text(sum(ms.values())),
        agent=texts.named("STEPS")[slowest.removesuffix("_ms")],
        slowest=count_text(ms[slowest]),
    )
    recall, asked = texts.SAID_RECALL_NONE, texts.SAID_ASKED_NONE
    if whole.with_recall:
        recall = texts.SAID_RECALL.format(
            count=count_text(whole.with_recall),
            turns=count_text(whole.turns),
            tokens=count_text(whole.recalled_tokens / whole.with_recall),
        )
    if whole.asked_back:
        asked = texts.SAID_ASKED.format(
            count=count_text(whole.asked_back), turns=count_text(whole.turns)
        )
    return {
        "context": context,
        "kept": kept,
        "time": time,
        "cost": _cost(found),
        "recall": recall,
        "asked": asked,
    }


def reasons_html(lines: Sequence[str]) -> str:
    """Return the reasons a question was asked back as HTML, one line each."""
    return "".join(f'<p class="why">{html.escape(line)}</p>' for line in lines)


def _cost(found: InsightReport) -> str:
    spent = found.figures.spent
    about = "~" if is_estimate(found) else ""
    used = texts.SAID_TOKENS.format(
        read=about + count_text(sum(each.input_tokens for each in spent)),
        written=about + count_text(sum(each.output_tokens for each in spent)),
    )
    if about:
        used += f" {texts.SAID_ESTIMATE}"
    if not found.has_prices:
        return f"{texts.SAID_NO_PRICES} {used}"
    if not found.costs:
        return f"{texts.SAID_NO_PRICE_HERE} {used}"
    cost = texts.SAID_COST.format(cost=about + money_text(found.cost, found.currency))
    return f"{cost} {used}"


def _folds(count: int) -> str:
    if not count:
        return texts.SAID_NO_FOLDS
    return texts.plural("SAID_FOLDS", count, count=count_text(count))


def _mean(stretches: Sequence[MetricsPeriod], step: str) -> float:
    turns = sum(each.turns for each in stretches)
    return float(sum(getattr(each, step) * each.turns for each in stretches)) / turns


def _share(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0
