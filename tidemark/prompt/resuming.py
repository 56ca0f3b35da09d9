"""Instructions to continue a reply that broke off."""

from utils import TokenCounter

_GO_ON = (
    "Your answer to this question broke off. Below is its end, between the lines of equals signs. "
    "Write only what comes after its last character, in the same language and form. Repeat nothing "
    "of it, and do not mention that it broke off."
)
_LINE = "====="
_END_TOKENS = 400  # enough to show the sentence, the list and the subject


def instructions(said: str, own: str, counter: TokenCounter) -> str:
    """Return the ``own`` instructions, and those to continue after the end of ``said``.

    >>> print(instructions("The boat leaves at", "", TokenCounter())[-30:])
    =====
    The boat leaves at
    =====
    """
    while (tokens := counter.count_tokens(said)) > _END_TOKENS:
        said = said[-max(1, len(said) * _END_TOKENS // (tokens + 1)) :]
    told = "\n".join((_GO_ON, _LINE, said, _LINE))
    return f"{own}\n\n{told}" if own.strip() else told
