"""Phrasing of quotes, notes and lists in one language."""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tidemark.engines.builtin.evidence import Evidence
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.quotes import as_quote, day_in_words
from tidemark.schema import Item, ItemKind, ViewPiece
from utils import one_line

_MOST_LISTED = 8
_SAID_CHARS = 100


@dataclass(frozen=True)
class Phrasing:
    """Phrases in the language of ``pack``; days of another year than ``now`` get their year."""

    pack: LanguagePack
    now: dt.datetime

    def noted(self, item: Item) -> str:
        """Return ``item`` in the second person, with its day."""
        return as_quote(self.pack.phrases.to_second_person(item.text)) + self._dated(
            item.text, item.on
        )

    def list_of(self, kind: ItemKind, items: Sequence[Item]) -> str:
        """Return the newest of ``items`` as a list with a title."""
        phrases = self.pack.phrases
        shown = list(items)[-_MOST_LISTED:]
        lines = [f"- {self._entry(item)}" for item in shown]
        more = len(items) - len(shown)
        title = phrases.list_titles[kind] + (phrases.and_older.format(count=more) if more else "")
        return f"{title}:\n\n" + "\n".join(lines)

    def quotes(self, found: Sequence[Evidence]) -> str:
        """Return one quote as a sentence, several as a list."""
        if len(found) == 1:
            return self._quote(found[0])
        return f"{self.pack.phrases.quotes_found}\n\n{self.bullets(found)}"

    def bullets(self, found: Sequence[Evidence]) -> str:
        """Return a line for each of ``found``, quoted."""
        return "\n".join(f"- {self._quote(each)}" for each in found)

    def said(self, piece: ViewPiece) -> str:
        """Return the person's message in ``piece`` as a quote, with its day if known."""
        phrases, quote = self.pack.phrases, as_quote(one_line(piece.text, _SAID_CHARS))
        if piece.timestamp is None:
            return phrases.you_said_before.format(quote=quote)
        return phrases.you_said.format(day=self._day(piece.timestamp), quote=quote)

    def _entry(self, item: Item) -> str:
        on = self._dated(item.text, item.on)
        return (
            f"“{as_quote(item.text)}”{on}{self.pack.phrases.status_labels[item.status or 'open']}"
        )

    def _quote(self, each: Evidence) -> str:
        phrases = self.pack.phrases
        quote = as_quote(each.text)
        if each.item_kind:
            return phrases.noted_quote[each.item_kind].format(quote=quote) + self._dated(
                each.text, each.on
            )
        if each.said is None:
            form = phrases.you_said_before if each.role == "user" else phrases.i_said_before
            return form.format(quote=quote)
        form = phrases.you_said if each.role == "user" else phrases.i_said
        return form.format(day=self._day(each.said), quote=quote)

    def _dated(self, text: str, on: dt.date | None) -> str:
        """Return the day ``on`` to append to ``text``, unless the text gives it."""
        if on is None:
            return ""
        months = "|".join(pack.phrases.months[on.month - 1] for pack in LANGUAGE_PACKS.values())
        if re.search(rf"\b(?:{on.day}|{on.year}|{months})[a-z]{{0,3}}\b", text):
            return ""
        return self.pack.phrases.date_suffix.format(day=self._day(on))

    def _day(self, on: dt.date | dt.datetime) -> str:
        return day_in_words(on, self.now, self.pack.phrases.months)
