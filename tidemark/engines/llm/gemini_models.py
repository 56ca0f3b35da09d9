"""Options of each call, by the name of a Gemini model: thinking, output limit and temperature.

Analyses need little thought, and a person waits for them; replies think as much as the model does
by default.  A model outside the table gets no options, because those it accepts are unknown.
Sources: https://ai.google.dev/gemini-api/docs/thinking, read in November 2026, and reports of
refusals ("minimal" by the Flash models from 3.6 on).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

Options = Mapping[str, object]

_OFF: Options = {"thinking_budget": 0}
_LEAST_OF_PRO: Options = {"thinking_budget": 128}
_MINIMAL: Options = {"thinking_level": "minimal"}
_LOW: Options = {"thinking_level": "low"}
_LEAST_THINKING: Mapping[str, Options] = {
    "gemini-2.5-flash": _OFF,
    "gemini-2.5-flash-lite": _OFF,
    "gemini-2.5-pro": _LEAST_OF_PRO,
    "gemini-3-flash-preview": _MINIMAL,
    "gemini-3.1-flash-lite": _MINIMAL,
    "gemini-3.1-pro-preview": _LOW,
    "gemini-3.5-flash": _MINIMAL,
    "gemini-3.5-flash-lite": _MINIMAL,
    "gemini-3.6-flash": _LOW,
    "gemini-3.7-flash": _LOW,
    "gemini-3.8-flash": _LOW,
    "gemini-flash-latest": _LOW,
    "gemini-flash-lite-latest": _MINIMAL,
}

# Tokens: a structured answer once repeated itself up to the model's own limit of 65,536.
_ANALYSIS_TOKENS = 2_048
_THOUGHT_TOKENS = 6_144  # thoughts count as output
_REPLY_TOKENS = 16_384


@dataclass(frozen=True)
class ModelOptions:
    """Options of the calls of one model: of an analysis, of a reply, and its least thinking.

    One that ``takes_no_temperature`` has a fixed one, and its client warns about any other.
    """

    analysis: Options = field(default_factory=dict)
    reply: Options = field(default_factory=dict)
    thinking: Options = field(default_factory=dict)
    takes_no_temperature: bool = False


def options_of(model: str) -> ModelOptions:
    """Return the options for ``model``; none if it is not in the table.

    >>> options_of("gemini-2.5-pro").thinking, options_of("gemma-3-27b-it").analysis
    ({'thinking_budget': 128}, {})
    """
    name = model.removeprefix("models/")
    thinking = _LEAST_THINKING.get(name)
    if thinking is None:
        return ModelOptions()
    thinks = thinking not in (_OFF, _MINIMAL)
    limit = _ANALYSIS_TOKENS + (_THOUGHT_TOKENS if thinks else 0)
    is_fixed = not name.startswith("gemini-2.")
    steady: Options = {} if is_fixed else {"temperature": 0.0}
    return ModelOptions(
        analysis={"max_output_tokens": limit, **steady},
        reply={"max_output_tokens": _REPLY_TOKENS},
        thinking=thinking,
        takes_no_temperature=is_fixed,
    )
