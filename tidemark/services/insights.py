"""What turns came to, of one session or of all: context and folds, time, cost, recall."""

from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.services.configuration import Configuration
from tidemark.services.costs import InsightReport, costs


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
