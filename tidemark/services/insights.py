"""The figures of turns, of one session or of all: context and folds, time, cost, recall."""

from collections.abc import Iterable
from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.preferences import Prices
from tidemark.schema.base import FrozenModel
from tidemark.schema.metrics import EngineUsage, Metrics
from tidemark.services.configuration import Configuration


class Cost(FrozenModel):
    """What one engine cost in a stretch, which begins with turn ``first``.

    Where it ``is_estimate``, some of its tokens are our own count.
    """

    first: int
    engine: str
    amount: float
    is_estimate: bool


class InsightReport(FrozenModel):
    """The figures of a session or of all, with what they cost where there are prices."""

    figures: Metrics
    has_prices: bool
    currency: str
    costs: tuple[Cost, ...] = ()

    @property
    def cost(self) -> float:
        """What all of it cost, as far as there are prices."""
        return sum(cost.amount for cost in self.costs)


@dataclass(frozen=True)
class Insights:
    """Counts what turns in ``database`` came to, at the prices and budget in force."""

    database: ScopedDatabase
    configuration: Configuration

    def of(self, session_id: str | None = None) -> InsightReport:
        """Return the figures of a session, or of all; what is charted has some hundred points.

        Raises:
            SessionNotFound: There is no such session.
        """
        threshold, prices = self.configuration.threshold, self.configuration.preferences.prices
        if session_id is None:
            figures = self.database.metrics.of_all(threshold=threshold)
        else:
            self.database.sessions.get(session_id)
            figures = self.database.metrics.of_session(session_id, threshold=threshold)
        return InsightReport(
            figures=figures,
            has_prices=bool(prices.models),
            currency=prices.currency,
            costs=costs(figures.spent, prices),
        )


def costs(spent: Iterable[EngineUsage], prices: Prices) -> tuple[Cost, ...]:
    """Return what was ``spent`` at ``prices``; an engine whose model has no price is left out."""
    found = []
    for each in spent:
        tokens = {"input_tokens": each.input_tokens, "output_tokens": each.output_tokens}
        amount = prices.cost(priced(each.engine, prices), **tokens)
        if amount is not None:
            told = {"first": each.first, "engine": each.engine, "amount": amount}
            found.append(Cost.model_validate({**told, "is_estimate": each.is_estimate}))
    return tuple(found)


def priced(engine: str, prices: Prices) -> str:
    """Return the model with a price that an ``engine`` names, the longest such name; else none.

    >>> from tidemark.preferences import Price
    >>> prices = Prices(models={"gemini-2.5-flash": Price(), "gemini-2.5-flash-lite": Price()})
    >>> priced("Gemini (gemini-2.5-flash-lite)", prices), priced("Built-in engine", prices)
    ('gemini-2.5-flash-lite', '')
    """
    named = [name for name in prices.models if name.casefold() in engine.casefold()]
    return max(named, key=len, default="")
