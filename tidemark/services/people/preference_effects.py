"""The further effects of the preferences about a person's data, whichever face stored them."""

from dataclasses import dataclass

from database import Database
from tidemark.services.people.audit import AuditService
from tidemark.storage.people.learned_questions import PREFERENCE


@dataclass(frozen=True)
class PreferenceEffects:
    """Deletes and audits what a preference about the data of one user asks for."""

    opened: Database
    audit: AuditService

    def __call__(self, name: str, value: object) -> None:
        """Act on the preference ``name``, which was stored as ``value``, or reset if None.

        Without consent to learning, the questions that the user shared are deleted.
        """
        if name == PREFERENCE:
            if not value:
                self.opened.forget_learned_questions(self.audit.scope.user_id)
            self.audit.record("user.learning", "user", "on" if value else "off")
        elif name == "retention_days":
            self.audit.record("user.retention", "user", "" if value is None else str(value))
