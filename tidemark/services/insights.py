"""What turns came to, of one session or of all: context and folds, time, cost, recall."""

from collections.abc import Callable
from dataclasses import dataclass

from database import Database
from tidemark.preferences import Prices
from tidemark.services.costs import InsightReport, costs


@dataclass(frozen=True)
class Insights:
    """Tells the figures of ``database``, with what they cost at the ``prices`` of the moment.

    ``threshold`` is the budget of the moment.
    """

    database: Database
    threshold: int
    prices: Callable[[], Prices]

    def of(self, session_id: str | None = None) -> InsightReport:
        """Return the figures of a session, or of all; what is charted has some hundred points.

        Raises:
            SessionNotFound: There is no such session.
        """
        if session_id is None:
            figures = self.database.metrics.of_all(threshold=self.threshold)
        else:
            self.database.sessions.get(session_id)
            figures = self.database.metrics.of_session(session_id, threshold=self.threshold)
        prices = self.prices()
        return InsightReport(
            figures=figures,
            has_prices=bool(prices.models),
            currency=prices.currency,
            costs=costs(figures.spent, prices),
        )
