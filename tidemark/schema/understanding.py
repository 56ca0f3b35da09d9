"""The analysis of a person's message before it is answered."""

from typing import Literal, Self

from pydantic import model_validator

from tidemark.schema.base import FrozenModel

# When to ask back: if anything is unclear, only if no reading is more likely, or never
AskingStyle = Literal["freely", "stuck", "never"]


UNDERSTOOD: dict[str, object] = {  # an example for descriptions
    "is_ambiguous": False,
    "rewritten_query": "When does the trip to Lisbon begin?",
    "possible_interpretations": [],
    "needed_context_from_memory": [],
    "clarifying_questions": [],
    "final_augmented_context": "",
}


class QueryUnderstanding(FrozenModel):
    """The analysis of a message before it is answered."""

    is_ambiguous: bool = False
    rewritten_query: str | None = None
    possible_interpretations: tuple[str, ...] = ()
    needed_context_from_memory: tuple[str, ...] = ()
    clarifying_questions: tuple[str, ...] = ()
    final_augmented_context: str = ""

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        count = len(self.possible_interpretations)
        if self.is_ambiguous and not (2 <= count <= 3 and 1 <= len(self.clarifying_questions) <= 3):
            raise ValueError("an ambiguous query has 2 or 3 interpretations and 1 to 3 questions")
        if not self.is_ambiguous and (count or self.clarifying_questions):
            raise ValueError("a clear query has no interpretations and no clarifying questions")
        if len({text.casefold().strip() for text in self.possible_interpretations}) < count:
            raise ValueError("interpretations must differ")
        return self
