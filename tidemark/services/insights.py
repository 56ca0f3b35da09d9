"""Insights: metrics of turns, of one session or of all: context, folds, time, cost, recall."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from database import ScopedDatabase
from tidemark.preferences import Prices
from tidemark.schema.base import FrozenModel
from tidemark.schema.metrics import EngineUsage, Metrics
from tidemark.services.configuration import Configuration


class Cost(FrozenModel):
    """The cost of one engine in the period that begins with turn ``first``.

    If it ``is_estimate``, some of its tokens were counted by us rather than by the service.
    """

    first: int
    engine: str
    amount: float
    is_estimate: bool


class InsightReport(FrozenModel):
    """The metrics of a session or of all sessions, with the cost where prices are known."""

    figures: Metrics
    has_prices: bool
    currency: Annotated[str, Field(examples=["EUR"])]
    costs: tuple[Cost, ...] = ()

    @property
    def cost(self) -> float:
        """The total cost, as far as prices are known."""
        return sum(cost.amount for cost in self.costs)


@dataclass(frozen=True)
class Insights:
    """Reads the metrics of turns in ``database``, with the prices and budget in force."""

    database: ScopedDatabase
    configuration: Configuration

    def of(self, session_id: str | None = None) -> InsightReport:
        """Return the metrics of a session, or of all, in at most some hundred periods.

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
    """Return the cost of the usage ``spent``; models without a price are left out."""
    found = []
    for each in spent:
        tokens = {"input_tokens": each.input_tokens, "output_tokens": each.output_tokens}
        amount = prices.cost(priced(each.engine, prices), **tokens)
        if amount is not None:
            found.append(
                Cost(
                    first=each.first,
                    engine=each.engine,
                    amount=amount,
                    is_estimate=each.is_estimate,
                )
            )
    return tuple(found)


def priced(engine: str, prices: Prices) -> str:
    """Return the longest priced model name contained in the name of ``engine``; else "".

    >>> from tidemark.preferences import Price
    >>> prices = Prices(models={"gemini-2.5-flash": Price(), "gemini-2.5-flash-lite": Price()})
    >>> priced("Gemini (gemini-2.5-flash-lite)", prices), priced("Built-in engine", prices)
    ('gemini-2.5-flash-lite', '')
    """
    named = [name for name in prices.models if name.casefold() in engine.casefold()]
    return max(named, key=len, default="")
