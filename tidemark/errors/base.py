"""What an error was made from, by name, so that a face can say it in another language."""

import inspect
from collections.abc import Mapping
from typing import Any, Self


class WithFacts(Exception):
    """Keeps what it is made from as ``facts``, by the names of its parameters.

    >>> class Gone(WithFacts):
    ...     def __init__(self, what: str, *, since: int = 0) -> None:
    ...         super().__init__(f"{what} is gone")
    >>> Gone("Tea").facts
    {'what': 'Tea', 'since': 0}
    """

    facts: Mapping[str, object]

    def __new__(cls, *given: Any, **named: Any) -> Self:  # noqa: ANN401 - whatever the class takes
        """Make one and note what it was given."""
        made = super().__new__(cls, *given, **named)
        bound = inspect.signature(cls.__init__).bind(made, *given, **named)
        bound.apply_defaults()
        made.facts = {name: fact for name, fact in bound.arguments.items() if name != "self"}
        return made
