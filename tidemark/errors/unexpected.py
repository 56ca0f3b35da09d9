"""What nobody foresaw: a fault of our own, told in a sentence where it would break work off."""

from tidemark.errors import TidemarkError


class Unforeseen(TidemarkError):
    """Work broke on a bug: ``what`` is the class of the exception, for whoever reports it."""

    def __init__(self, what: str) -> None:
        super().__init__(f"Something went wrong inside ({what}). Retry.")
