"""Writes quotes, notes and lists in one language."""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tidemark.engines.builtin.evidence import Evidence
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.slots import is_given
from tidemark.nlp.dates import precision
from tidemark.nlp.mentions import names
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.quotes import as_quote, day_in_words
from tidemark.prompt.citations import cited
from tidemark.schema import Item, ItemKind, ViewPiece
from utils import one_line

_MOST_LISTED = 8
_MOST_FACTS = 30
_SAID_CHARS = 100
_LEAST_NOTED = 3  # words, to stand without what opens a correction
_ENDS = ".!?:;,…)”\"'"


@dataclass(frozen=True)
class Phrasing:
    """Phrases in the language of ``pack``; days of another year than ``now`` get their year."""

    pack: LanguagePack
    now: dt.datetime

    def noted(self, item: Item) -> str:
        """Return ``item`` in the second person, with its day, without "no wait" before it."""
        opened = self.pack.corrections.opens.match(item.text)
        rest = item.text[opened.end() :] if opened else ""
        said = rest if len(rest.split()) >= _LEAST_NOTED else item.text
        told = self.pack.phrases.to_second_person(said)
        if any(
            not each.start and is_given(each.text, self.pack) for each in names(said, self.pack)
        ):
            told = said[:1] + told[1:]  # "Ben komt", where "ben" is also a word
        return as_quote(told) + self._dated(said, item.on)

    def list_of(self, kind: ItemKind, items: Sequence[Item], *, title: str = "") -> str:
        """Return the newest of ``items`` as a list with a ``title``, else that of its kind."""
        phrases = self.pack.phrases
        shown = list(items)[-_MOST_LISTED:]
        lines = [f"- {self._entry(item)}" for item in shown]
        more = len(items) - len(shown)
        title = as_quote(title) or phrases.list_titles[kind]
        title += phrases.and_older.format(count=more) if more else ""
        return f"{title}:\n\n" + "\n".join(lines)

    def facts(self, statements: Sequence[ViewStatement]) -> str:
        """Return the newest of ``statements`` as a list of facts."""
        shown = statements[-_MOST_FACTS:]
        more = len(statements) - len(shown)
        phrases = self.pack.phrases
        title = phrases.list_titles["key_facts"]
        title += phrases.and_older.format(count=more) if more else ""
        return f"{title}:\n\n" + "\n".join(
            f"- “{cited(as_quote(each.text), each.message_ids)}”" for each in shown
        )

    def quotes(self, found: Sequence[Evidence]) -> str:
        """Return one quote as a sentence, several as a list; those of one message are one quote."""
        passages = _passages(found)
        if len(passages) == 1:
            return self._quote(passages[0]) + self._corrected(passages[0])
        phrases = self.pack.phrases
        is_own = all(each.role == "user" for each in found)
        title = phrases.quotes_found if is_own else phrases.quotes_said
        return f"{title}\n\n{self.bullets(found)}"

    def bullets(self, found: Sequence[Evidence]) -> str:
        """Return a line for each message and item of ``found``, quoted."""
        return "\n".join(
            f"- {self._entry_quoted(passage)}{self._corrected(passage)}"
            for passage in _passages(found)
        )

    def said(self, piece: ViewPiece) -> str:
        """Return the person's message in ``piece`` as a quote, with its day if not today."""
        phrases = self.pack.phrases
        quote = cited(as_quote(one_line(piece.text, _SAID_CHARS)), piece.message_ids)
        if piece.timestamp is None or self._is_today(piece.timestamp):
            return phrases.you_said_before.format(quote=quote)
        return phrases.you_said.format(day=self._day(piece.timestamp), quote=quote)

    def today(self) -> str:
        """Return the day and the time of ``now`` as a sentence."""
        now, phrases = self.now, self.pack.phrases
        return phrases.today.format(
            weekday=phrases.weekdays[now.weekday()],
            day=f"{now.day} {phrases.months[now.month - 1]} {now.year}",
            time=f"{now:%H:%M}",
        )

    def _entry(self, item: Item) -> str:
        on = self._dated(item.text, item.on)
        quote = cited(as_quote(item.text), item.message_ids)
        return f"“{quote}”{on}{self.pack.phrases.status_labels[item.status or 'open']}"

    def _quote(self, passage: Sequence[Evidence]) -> str:
        """Return a passage as a sentence that names its author, date and chat."""
        phrases, first = self.pack.phrases, passage[0]
        quote, speaker = _joined(passage), first.sentence.speaker
        if first.title:
            return self._elsewhere(first, quote)
        if first.is_pasted:
            return self._pasted(first, quote)
        if first.item_kind:
            return self._item(first, quote)
        if first.said is None or self._is_today(first.said):
            form = phrases.you_said_before if first.role == "user" else phrases.i_said_before
            form = phrases.speaker_said_before if speaker else form
            return form.format(quote=quote, speaker=speaker)
        form = phrases.you_said if first.role == "user" else phrases.i_said
        form = phrases.speaker_said if speaker else form
        return form.format(day=self._day(first.said), quote=quote, speaker=speaker)

    def _entry_quoted(self, passage: Sequence[Evidence]) -> str:
        """Return a passage as an entry of a list: the quote first, then its day."""
        phrases, first = self.pack.phrases, passage[0]
        quote, speaker = _joined(passage), first.sentence.speaker
        if first.title:
            return self._elsewhere(first, quote)
        if first.is_pasted:
            return self._pasted(first, quote)
        if first.item_kind and not speaker:
            return self._item(first, quote)
        if not speaker and first.role == "assistant":
            return self._quote(passage)
        entry = f"{speaker}: “{quote}”" if speaker else f"“{quote}”"
        is_dated = first.said is not None and not self._is_today(first.said)
        day = self._day(first.said) if is_dated and first.said else ""
        return entry + (phrases.date_suffix.format(day=day) if day else "")

    def _corrected(self, passage: Sequence[Evidence]) -> str:
        """Return a note that the person corrected a quote, if so."""
        is_changed = any(each.is_changed for each in passage)
        return self.pack.phrases.corrected_suffix if is_changed else ""

    def _elsewhere(self, each: Evidence, quote: str) -> str:
        """Return a quote of another chat, which is always named."""
        phrases, title = self.pack.phrases, as_quote(each.title)
        if each.said is None:
            return phrases.said_in_chat.format(title=title, quote=quote)
        return phrases.said_in_chat_on.format(title=title, day=self._day(each.said), quote=quote)

    def _pasted(self, each: Evidence, quote: str) -> str:
        """Return a quote of text that the person pasted, which may be somebody else's."""
        form = self.pack.phrases.said_in_file if each.file else self.pack.phrases.said_in_paste
        return form.format(name=as_quote(each.file), quote=quote)

    def _item(self, each: Evidence, quote: str) -> str:
        form = self.pack.phrases.noted_quote[each.item_kind or "key_facts"]
        return form.format(quote=quote) + self._dated(each.text, each.on)

    def _is_today(self, said: dt.datetime) -> bool:
        return said.astimezone(self.now.tzinfo).date() == self.now.date()

    def _dated(self, text: str, on: dt.date | None) -> str:
        """Return the day ``on`` to append to ``text``, unless the text gives it."""
        if on is None:
            return ""
        months = "|".join(pack.phrases.months[on.month - 1] for pack in LANGUAGE_PACKS.values())
        if re.search(rf"\b(?:{on.day}|{on.year}|{months})[a-z]{{0,3}}\b", text):
            return ""
        period = precision(text, on)
        if period == "year":
            is_this = on.year == self.now.year
            return "" if is_this else self.pack.phrases.date_suffix.format(day=on.year)
        if period == "month":
            is_this = (on.year, on.month) == (self.now.year, self.now.month)
            month = f"{self.pack.phrases.months[on.month - 1]} {on.year}"
            return "" if is_this else self.pack.phrases.date_suffix.format(day=month)
        phrases = self.pack.phrases
        form = phrases.week_suffix if _names_week(text) else phrases.date_suffix
        return form.format(day=self._day(on))

    def _day(self, on: dt.date | dt.datetime) -> str:
        local = on.astimezone(self.now.tzinfo) if isinstance(on, dt.datetime) else on
        return day_in_words(local, self.now, self.pack.phrases.months)


def _names_week(text: str) -> bool:
    """Return whether ``text`` names a week and no day of it: "two deadlines this week"."""
    dates = [pack.dates for pack in LANGUAGE_PACKS.values()]
    found = [
        (form.is_exact, each.units.get((match.groupdict().get("unit") or "").lower()))
        for each in dates
        for form in each.forms
        if "count" not in form.pattern.groupindex
        for match in [form.pattern.search(text)]
        if match
    ]
    return bool(found) and all(not exact and unit == "week" for exact, unit in found)


def _passages(found: Sequence[Evidence]) -> list[list[Evidence]]:
    """Group ``found`` by message, in order of the best of each; items are not grouped."""
    groups: dict[object, list[Evidence]] = {}
    for each in found:
        key: object = each.text if each.item_kind else (each.source, each.title, each.is_pasted)
        groups.setdefault(key, []).append(each)
    return [sorted(group, key=lambda each: each.place) for group in groups.values()]


def _joined(passage: Sequence[Evidence]) -> str:
    """Return the sentences of a passage as one cited quote, with an ellipsis for gaps."""
    quote = as_quote(passage[0].text)
    for last, each in pairwise(passage):
        joint = " " if last.text.rstrip()[-1:] in _ENDS else "; "  # two lines of a list
        gap = joint if each.place == last.place + 1 else " […] "
        quote += gap + as_quote(each.text)
    return cited(quote, [of for each in passage for of in each.message_ids])
