"""Reads instructions to change a document and compares them with its content.

An instruction is split into clauses; each has to fit a frame of its language, name existing places,
and give values of the right kind.  If it fits several places, a value is unclear, or something is
not there, none of it is applied: ``NotApplied`` gives the reason.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product

from tidemark.documents import patches
from tidemark.documents.instructions import (
    adding,
    alignment,
    amounts,
    choosing,
    moving,
    ordering,
    removing,
    renaming,
    setting,
    slots,
    statements,
    switching,
)
from tidemark.documents.instructions.changes import Change, NotApplied, joined
from tidemark.documents.instructions.clause import InstructionClause
from tidemark.documents.instructions.named_places import NamedPlaces
from tidemark.documents.instructions.only_list import is_of_texts
from tidemark.documents.places import How, Path, is_typo, name_words, phrase_of
from tidemark.documents.values import MARK, MULTIPLES, Masked, as_number, is_clock, is_day, masked
from tidemark.errors import ContentUnreadable, PatchRefused
from tidemark.nlp.pack_fields import DocumentCues
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.patterns import Frame
from tidemark.schema.documents import Operation

_SHORTEST_BESIDE = 4  # of a word that tells two entries apart
_SHORTEST_VERB = 5  # of a verb that may have a typing error
_LEAD_CHARS = 120  # within which the introduction to an instruction ends
_SUBJECT_WORDS = 5
_SHORTENED = frozenset("dr mr mrs ms prof st mevr dhr ir drs nr no vs ing".split())
_NAME = re.compile(r"(?<=[\w,;:)] )[A-Z][\w'’-]+")  # a capital that opens no sentence
_NUMBER = re.compile(r"(?<![\w.,:/-])\d+(?:[.,]\d+)*(?![\w:/-])")
_COUNTING = ("amount_up", "amount_down", "scale")
_EXACT = ("set", "add", "add_entry", "add_field", "change", "replace")  # give their numbers as said
_ASIDE = 0.8  # the quality of a word that a remark aside does not contain
_VALUED: tuple[How, ...] = ("value",)
_NAMED: tuple[How, ...] = ("name", "entry")
_ANY: tuple[How, ...] = ("name", "entry", "value")
_REMARKS = ("(?:i|we)", "(?:ik|we|wij)", "(?:we|", "(?:he|", "(?:hij|")  # frames that read them
_MOST_PIECES = 8  # of an instruction with several clauses
_ELLIPTIC = (
    Frame("set", "{target} (?:to|op|in|naar|=|:|as|at) {value}"),
    Frame("set", "{target} {value}"),
)
# A clause of these kinds may supply the verb of the next one
_LENDING = ("set", "statement", "change", "amount_up", "switch", "flag", "replace")
# Remarks of these kinds are read only if they are about the document
_PLAIN = ("set", "switch", "sort", "flag_each", "move", "amount_up", "amount_down")
_ACTS: dict[str, Callable[[InstructionClause], Change]] = {
    "sort": ordering.sort,
    "reverse": ordering.reverse,
    "set_each": choosing.set_each,
    "flag_each": choosing.flag_each,
    "amount_each": choosing.amount_each,
    "remove_each": choosing.remove_each,
    "set": setting.set_value,
    "change": setting.change_value,
    "replace": setting.replace_value,
    "contrast": setting.contrast,
    "appoint": setting.appoint,
    "set_field": setting.set_field,
    "switch": switching.switch,
    "toggle": switching.toggle,
    "flag": switching.flag,
    "flag_statement": switching.flag,
    "amount_up": amounts.change_amount,
    "amount_down": amounts.change_amount,
    "scale": amounts.scale,
    "add": adding.add,
    "add_entry": adding.add_entry,
    "add_placed": adding.add_placed,
    "add_field": adding.add_field,
    "remove": removing.remove,
    "clear": removing.clear,
    "rename": renaming.rename,
    "rename_key": renaming.rename_key,
    "move": moving.move,
    "move_into": moving.move_into,
    "put_into": moving.move_into,
    "tick": switching.tick,
    "swap": moving.swap,
    "swap_two": moving.swap_two,
    "copy": moving.copy,
    "move_path": moving.move_path,
    "recase": setting.recase,
    "ask_value": setting.ask_value,
}


@dataclass(frozen=True)
class InstructionReader(NamedPlaces):
    """Reads instructions; statements count as instructions only if ``is_addressed``."""

    def read(self, text: str) -> Change:
        """Return the change that ``text`` asks for.

        Raises:
            NotApplied: It is unclear, refers to something missing, or is not wanted now.
        """
        text = self.cues.changed.sub("", text)
        change = self._without_reason(text) or self._read_led(text)
        bare = self._without_own_name(text)
        if bare is not None and self._has_own_name(change):
            change = self._read_led(bare)
        self._check_meant(masked(text).text, change)
        return change

    def _without_reason(self, text: str) -> Change | None:
        """Return the additions that ``text`` asks for before its reason: ", there are no lights".

        None if it gives no reason, or asks for something other than new entries.
        """
        found = re.search(r",\s+(?=[^,\d]+$)", text)
        if found is None or not self.cues.is_remark(text[found.end() :]):
            return None
        reason, said = found, text[found.end() :]
        try:
            change = self._read_led(text[: reason.start()])
        except NotApplied:
            return None
        is_added = all(each["op"] == "add" for each in change.operations)
        return replace(change, heeded=(*change.heeded, said)) if is_added else None

    def _without_own_name(self, text: str) -> str | None:
        """Return ``text`` without the document at its end ("… in the packing list"), or None."""
        bare, name = text.rstrip(" .!"), self.outline.name
        if not bare.casefold().endswith(f" {name.casefold()}"):
            return None
        words = bare[: -len(name)].split()
        kept = list(words)
        while kept and kept[-1].casefold() in self.cues.small:
            kept.pop()
        return " ".join(kept) if kept and len(kept) < len(words) else None

    def _has_own_name(self, change: Change) -> bool:
        values = (each.get("value") for each in change.operations)
        name = f" {self.outline.name.casefold()}"
        return any(isinstance(each, str) and each.casefold().endswith(name) for each in values)

    def requested(self, text: str) -> Change | None:
        """Return the change that a question asks for: "can the fee be 175?"; None if for none.

        Raises:
            NotApplied: It asks for one that is unclear.
        """
        bare, cues = self.bare(text), self.cues
        if cues.changed.search(bare):
            return self.read(bare)
        modal = cues.talk.asking.match(bare)
        if modal is None:
            if not any(each.pattern.fullmatch(bare) for each in cues.rewordings if each.is_sure):
                return None
            return self.read(text)
        hidden = masked(bare[modal.end() :])
        for each in self._statements(hidden.text, modal[0]):
            try:
                change = self.composed(each, hidden)
            except NotApplied:
                continue
            if modal[0].strip() in json.dumps(change.operations, ensure_ascii=False):
                continue  # a word of the question in the value
            self._check_meant(each, change)
            return change
        return None

    def _statements(self, text: str, modal: str) -> Iterator[str]:
        """Yield the statements that a question with a modal verb may be the form of."""
        words = text.split()
        for at in range(1, len(words)):
            yield " ".join((*words[:at], modal.strip(), *words[at:]))
        yield text

    def _check_meant(self, text: str, change: Change) -> None:
        """Refuse a change with a condition, an exception or a "should not"."""
        polite = self.cues.courtesy.match(text)
        text = text[polite.end() :] if polite else text  # "don't forget to"
        for each in filter(None, change.heeded):
            text = text.replace(each, " ")
        for value in (each.get("value") for each in change.operations):
            if isinstance(value, str) and text.rstrip(" .!").endswith(f": {value.rstrip(' .!')}"):
                text = text[: -len(value)]  # what is written is no condition
        doubt = self.cues.conditions.search(text)
        is_yes_or_no = any(isinstance(each.get("value"), bool) for each in change.operations)
        if doubt is None and not is_yes_or_no:
            doubt = self.cues.forbids.search(text)
        if doubt is not None:
            raise NotApplied("unsure", doubt[0])

    def _read_led(self, text: str) -> Change:
        led = self.cues.leads.match(text)
        if led is not None and self.cues.leading.match(self.bare(led[0])):
            led = None  # "under storage, please add …" begins with a place
        hidden = masked(text[led.end() :] if led else text)
        whole = _plain_it(hidden.text)
        for each in self.cues.field_values:
            whole = each.sub(rf"\g<field>{self.cues.value_after}", whole)
        noted = (
            self._instead(whole, hidden)
            or self._noted(whole, hidden)
            or self._placed(whole, hidden)
        )
        if noted is not None:
            return noted
        if (concluded := self._concluded(whole, hidden)) is not None:
            return concluded
        try:
            return self.composed(whole, hidden)
        except NotApplied as problem:
            led_to = None if problem.is_sure else self._led(whole, hidden)
            if led_to is None:
                raise
            return led_to

    def composed(self, text: str, hidden: Masked) -> Change:
        """Read ``text`` as clauses, trying the most clauses first."""
        problem: NotApplied | None = None
        for segments in _compositions(self._pieces(text), self._may_join):
            try:
                return self._read_all(segments, hidden)
            except NotApplied as error:
                if problem is None or error.weight > problem.weight:
                    problem = error
        raise problem or NotApplied("not_there", hidden.plain(text))

    def _placed(self, text: str, hidden: Masked) -> Change | None:
        """Return the change of an instruction that begins with a place: "in the list, remove"."""
        bare = self.bare(text)
        lead = self.cues.leading.match(bare)
        for comma in re.finditer(r"[,:]\s+", bare[:_LEAD_CHARS]):
            rest = bare[comma.end() :]
            if not self.cues.starts.match(self.bare(rest)):
                continue
            if (beside := self._beside(bare[: comma.start()], rest, hidden)) is not None:
                return beside
            place = hidden.plain(bare[lead.end() if lead else 0 : comma.start()])
            found = self.resolve_all(place, _NAMED, lambda node: not self.outline.is_leaf(node))
            is_led = lead is not None or comma[0].startswith(":")
            ahead = bare[: comma.start()]
            moved = f"{rest} {ahead[:1].lower()}{ahead[1:]}"  # "at the end of the list, add …"
            if len(found) == 1 and found[0] and is_led:
                inner = replace(self, within=self.outline.path(found[0]))
            elif any(self.cues.positions[each].match(ahead) for each in ("first", "last")):
                inner, rest = self, moved
            elif self.cues.referring.search(rest):  # "the fee, make that 175"
                found = self.resolve_all(place, _NAMED[:1], self.outline.is_leaf)
                if len(found) != 1:
                    continue
                inner = replace(self, last=self.outline.path(found[0]))
            else:
                continue
            within = f"{rest} {self.cues.within} {place}"
            for reader, said in ((inner, rest), (self, within), (self, moved)):
                with suppress(NotApplied):
                    return reader.composed(said, hidden)
        return None

    def _beside(self, place: str, rest: str, hidden: Masked) -> Change | None:
        """Return the change of "after the lint stage, insert …"; None if that names no entry."""
        sides = (self.cues.positions[each].match(place) for each in ("before", "after"))
        side = next(filter(None, sides), None)
        if side is None or not self.resolve_all(
            hidden.plain(place[side.end() :]), _NAMED, self.outline.is_entry
        ):
            return None
        return self.composed(f"{rest.rstrip(' .!')} {place[:1].lower()}{place[1:]}", hidden)

    def _concluded(self, text: str, hidden: Masked) -> Change | None:
        """Return the change that a remark leads to: "it is a hardcover, so set that to true".

        The remark says nothing that the change does not contain; after a colon or semicolon it asks
        for nothing itself.
        """
        bare, cues = self.bare(text), self.cues
        for stop in re.finditer(r"[;:,.]\s+", bare[: 2 * _LEAD_CHARS]):
            remark, rest = bare[: stop.start()].strip(), bare[stop.end() :]
            is_concluded = cues.concluding.search(rest) is not None
            rest = self.bare(cues.concluding.sub(" ", rest))
            is_begun = cues.starts.match(rest) is not None
            is_told = len(remark.split()) > 2 and cues.being.search(remark) is not None
            is_apart = stop[0][0] in ";:" and (is_begun or is_told)
            refers = cues.that_field.search(rest) or cues.referring.search(rest)
            is_referring = is_begun and refers is not None
            if not (is_concluded or is_apart or is_referring) or cues.starts.match(remark):
                continue
            reader = self._at_subject(remark)
            if refers is not None:
                subject = self._subject(remark) or self._member(remark)
                if not subject:
                    continue
                rest = f"{rest[: refers.start()]}{subject}{rest[refers.end() :]}"
            try:
                change = reader.composed(rest, hidden)
            except NotApplied:
                continue
            if self._loses(change, remark, hidden, has_numbers=True):
                continue
            if is_concluded or is_referring or self._says_no_more(remark, change, hidden):
                return replace(change, heeded=(*change.heeded, remark))
        return None

    def _member(self, remark: str) -> str:
        """Return the words of a remark that name the only member it names; else nothing."""
        words, found = remark.split(), dict[int, str]()
        for first in range(len(words)):
            for last in range(min(len(words), first + _SUBJECT_WORDS), first, -1):
                text = " ".join(words[first:last])
                nodes = self.resolve_all(text, _NAMED[:1], self.outline.is_leaf)
                if len(nodes) == 1 and nodes[0] not in found:
                    found[nodes[0]] = text
        return next(iter(found.values())) if len(found) == 1 else ""

    def _says_no_more(self, remark: str, change: Change, hidden: Masked) -> bool:
        """Return whether a remark cannot be read, or asks for a change of the same places."""
        try:
            read = self.composed(remark, hidden)
        except NotApplied as error:
            return error.cause in ("not_there", "whole", "no_tick")
        places = {each["path"] for each in change.operations}
        return all(each["path"] in places for each in read.operations)

    def _led(self, text: str, hidden: Masked) -> Change | None:
        """Return the change of an instruction after its reason: "Ben left, remove him"."""
        bare = self.bare(text)
        for stop in re.finditer(r"[,;.:]\s+", bare[:_LEAD_CHARS]):
            remark, rest = bare[: stop.start()].strip(), self.bare(bare[stop.end() :])
            is_told = self.is_addressed and self.cues.reports.search(remark)
            refers = self.cues.referring.search(rest)
            is_reason = self._is_reason(remark, hidden, is_named=refers is not None)
            if not (self.cues.starts.match(rest) or is_told) or not is_reason:
                continue
            reader, subject = self, self._subject(remark)
            if refers is not None:
                if not subject:
                    return None
                rest = f"{rest[: refers.start()]}{subject}{rest[refers.end() :]}"
            elif subject and (found := self.resolve_all(subject, _ANY, self.outline.is_entry)):
                reader = replace(self, last=self.outline.path(found[0]))
            try:
                change = reader.composed(rest, hidden)
            except NotApplied:
                return None
            return replace(change, heeded=(*change.heeded, remark))
        return None

    def _is_reason(self, remark: str, hidden: Masked, *, is_named: bool = False) -> bool:
        """Return whether a remark asks for nothing itself."""
        cues = self.cues
        has_value = bool(re.search(r"\d", remark)) or hidden.has_literal(remark)
        is_asking = cues.hedges.search(remark) or (cues.demands.search(remark) and not is_named)
        names = [each for each in phrase_of(remark, cues).needed if self._names_member(each)]
        is_asking = is_asking or cues.conditions.search(remark)
        if has_value or is_asking or names or cues.starts.match(remark):
            return False
        pieces = self._pieces(remark)
        return all(self._is_unread(each, hidden, is_named=is_named) for _, each in pieces)

    def _is_unread(self, clause: str, hidden: Masked, *, is_named: bool) -> bool:
        """Return whether a clause can be read in no way, so that nothing in it is unclear."""
        first = self.bare(clause).partition(" ")[0].casefold()
        if first in self.cues.talk.persons:
            return False  # it may say something of what was named before
        try:
            self.composed(clause, hidden)
        except NotApplied as error:
            return error.cause == "not_there" or (is_named and error.cause in ("whole", "no_tick"))
        return False

    def _subject(self, remark: str) -> str:
        """Return the words of a remark that name one entry, or something new; else nothing."""
        if (new := self.cues.newcomer.match(remark)) is not None:
            return str(new["name"])
        words = remark.split()
        for first in range(len(words)):
            for last in range(min(len(words), first + _SUBJECT_WORDS), first, -1):
                text = " ".join(words[first:last])
                found = self.resolve_all(text, _ANY, self.outline.is_entry)
                single = [each for each in found if self.outline.is_leaf(each)]
                if len(single or found) == 1:
                    return text
        return ""

    def _instead(self, text: str, hidden: Masked) -> Change | None:
        """Return the change of "not Jo but Ben gets the keys", if one place is meant."""
        found = self.cues.instead.fullmatch(self.bare(text)) if self.is_addressed else None
        if found is None:
            return None
        old, values = hidden.plain(found["old"]), self.outline.values
        places = [
            each
            for each in self.resolve_all(old, _VALUED, self.outline.is_leaf)
            if str(values[each]).casefold() == old.casefold()
        ]
        words = hidden.plain(found["new"]).rstrip(" .!").split()
        new, rest = words[: len(old.split())], words[len(old.split()) :]
        if len(places) > 1:
            places = [each for each in places if self._is_beside(each, rest)]
        if len(places) != 1:
            return None
        clause = InstructionClause(self, hidden, self.cues.frames[0], {})
        return clause.set_at(places[0], " ".join(new), old)

    def _is_beside(self, place: int, words: Sequence[str]) -> bool:
        """Return whether one of the ``words`` is in a value of the same entry."""
        outline = self.outline
        beside = " ".join(
            f"{outline.values[each]}" for each in outline.inner(outline.parents[place])
        ).casefold()
        return any(len(each) >= _SHORTEST_BESIDE and each.casefold() in beside for each in words)

    def _noted(self, text: str, hidden: Masked) -> Change | None:
        """Return the change that a remark asks for by ending in words like "note that down"."""
        for frame in self.cues.noted:
            for way in frame.ways(self.bare(text)):
                try:
                    return _ACTS[frame.kind](InstructionClause(self, hidden, frame, way))
                except NotApplied:
                    continue
        return None

    def _pieces(self, text: str) -> list[tuple[str, str]]:
        """Return the pieces of ``text`` that may be clauses, each with the joint before it."""
        pieces: list[tuple[str, str]] = []
        polite = self.cues.courtesy.match(text)
        text = text[polite.end() :] if polite else text
        at, joint = 0, ""
        because = self.cues.talk.because.pattern
        for found in re.finditer(
            rf"(?:{self.cues.joint.pattern})|(?<=[^\W_]{{2}})[.!?]+\s+(?=\S)|"
            rf"\s+[–—-]+\s+|\s+(?={because})|:\s+(?={self.cues.starts.pattern})|"
            rf"\s+(?:{self.cues.talk.thus})\s+",
            text,
            re.I,
        ):
            if len(pieces) >= _MOST_PIECES - 1:
                break
            is_in_number = found[0] == "," and re.match(r"\d,\d", text[found.start() - 1 :])
            is_short = text[: found.start()].split()[-1:] and (
                text[: found.start()].split()[-1].casefold() in _SHORTENED
            )
            if (
                is_in_number
                or (is_short and found[0].startswith("."))
                or (found[0].strip().isalpha() and found[0].strip()[0].isupper())
                or self.cues.announcing.match(text[found.end() :])
                or self._is_member(found[0].strip())
            ):
                continue  # "as her plus one", of a member "plus_one"
            if text[at : found.start()].strip():
                pieces.append((joint, text[at : found.start()]))
                at, joint = found.end(), found[0]
        pieces.append((joint, text[at:]))
        return pieces

    def _is_member(self, word: str) -> bool:
        """Return whether a joint is a part of the name of a member."""
        is_word = word.isalpha() and word.casefold() in self.cues.talk.joints
        return is_word and any(one.how == "name" for one in self.outline.explained(word))

    def _is_part_of_name(self, word: str) -> bool:
        """Return whether a word is one of those in the name of a member: "taken_on"."""
        return any(word.casefold() in name_words(each) for each in self.outline.by_key)

    def _may_join(self, piece: str) -> bool:
        return not self.cues.starts.match(self.bare(piece))

    def bare(self, clause: str) -> str:
        """Return a clause without courtesies and with the typing error in its verb corrected."""
        bare = self.cues.expletive.sub(r"\g<verb>", self.cues.bare(clause))
        first, gap, rest = bare.partition(" ")
        is_unknown = len(first) >= _SHORTEST_VERB and first.casefold() not in self.cues.small
        is_unknown = is_unknown and not self._is_part_of_name(first)
        if gap and is_unknown and not self.cues.starts.match(bare):
            first = next(
                (verb for verb in self.cues.verbs if is_typo(first.casefold(), verb)), first
            )
        return f"{first}{gap}{rest}"

    def _read_all(self, segments: Sequence[str], hidden: Masked) -> Change:
        """Read clauses one after the other; those that ask for nothing are left out."""
        reader = self
        made: list[Change] = []
        asides: list[str] = []
        kind, problem = "", None
        for number, segment in enumerate(segments):
            if made and self._is_repeated(segment, made[-1].operations[-1]):
                continue
            if made and reader._is_part(segment, made[-1].operations[-1]):
                raise NotApplied("not_there", hidden.plain(segment))
            try:
                change, kind = reader._read_clause(segment, hidden, kind if number else None)
            except NotApplied as error:
                if error.cause == "already" and error.places == (reader.last,) and number:
                    continue  # repeated: "make it 2 m long, so the length is 2"
                is_aside = len(segments) > 1 and reader._is_aside(segment, error, hidden)
                if not is_aside or (made and self._may_be_said(made[-1].operations[-1], segment)):
                    raise
                problem = problem or error
                asides.append(segment)
                reader = reader if made else reader._at_subject(segment)
                continue
            self._check_counted_once(made, change, kind)
            made.append(change)
            if number + 1 < len(segments):
                reader = reader.after(change)
        if not made:
            raise problem or NotApplied("not_there", hidden.plain(" ".join(segments)))
        if any(self._is_of_others(each, [one.place for one in made]) for each in asides):
            raise NotApplied("unsure", hidden.plain(" ".join(asides)))
        whole = joined(made)
        return replace(whole, heeded=(*whole.heeded, *asides))

    def after(self, change: Change) -> "InstructionReader":
        """Return the reader of the content with ``change``, for the clauses after it."""
        content = patches.applied(self.outline.content, change.operations)
        outline = self.outline_of(content)
        acts = {each["op"] for each in change.operations}
        taken_from = self.taken_from if acts == {"add"} else None
        if acts == {"remove"} and (node := outline.at(change.place[:-1])) is not None:
            taken_from = change.place[:-1] if is_of_texts(outline.values[node]) else None
        return replace(self, outline=outline, last=change.place, taken_from=taken_from)

    def _check_counted_once(self, made: Sequence[Change], change: Change, kind: str) -> None:
        """Refuse to change an amount again by a clause that may only say it once more.

        Raises:
            NotApplied: It is changed again.
        """
        if kind in _COUNTING and any(change.place == each.place for each in made):
            raise NotApplied("unsure", str(change.place[-1]))

    def _is_part(self, segment: str, operation: Operation) -> bool:
        """Return whether words without a verb belong to the entry before them: "from 3 May"."""
        if operation["op"] != "add" or not isinstance(operation["value"], dict):
            return False
        words = [each.casefold() for each in re.findall(r"[^\W\d_]+", segment)]
        talk, cues = self.cues.talk, self.cues
        is_said = any(each in talk.verbs or each in cues.verbs for each in words)
        return not (is_said or cues.being.search(segment))

    def _at_subject(self, remark: str) -> "InstructionReader":
        """Return the reader at the entry that a remark is about, for the clauses after it."""
        about = self._subject(self.bare(remark))
        found = self.resolve_all(about, _ANY, self.outline.is_entry) if about else []
        return replace(self, last=self.outline.path(found[0])) if found else self

    def _is_repeated(self, segment: str, operation: Operation) -> bool:
        """Return whether a clause asks again for the change before it: "so take it off"."""
        asked = self.cues.talk.again.fullmatch(segment.strip(" ,.!?"))
        if asked is None:
            return self.cues.restating.match(segment) is not None  # "so it is a week later"
        groups = asked.groupdict()
        is_change = bool(groups.get("replace") or groups.get("changed"))
        return bool(groups.get(str(operation["op"]))) or (is_change and operation["op"] != "remove")

    def _names_member(self, word: str) -> bool:
        """Return whether ``word`` is the name of a member with a single value."""
        return any(
            one.how == "name" and one.quality > _ASIDE and self.outline.is_leaf(one.node)
            for one in self.outline.explained(word)
        )

    def _is_of_others(self, aside: str, places: Sequence[Path]) -> bool:
        """Return whether a remark denies something of an entry that is not changed."""
        bare, cues = self.bare(aside), self.cues
        if cues.talk.because.match(bare) or cues.denial.search(bare) is None:
            return False
        about = self._subject(bare)
        found = self.resolve_all(about, _ANY, self.outline.is_entry) if about else []
        paths = [self.outline.path(each) for each in found]
        return any(
            all(each != place[: len(each)] and place != each[: len(place)] for place in places)
            for each in paths
        )

    def _may_be_said(self, operation: Operation, segment: str) -> bool:
        """Return whether a clause may belong to the text that the one before it sets."""
        value, talk = operation.get("value"), self.cues.talk
        is_reason = talk.because.match(self.bare(segment))
        is_open = isinstance(value, str) and not (is_day(value) or is_clock(value))
        return is_open and not is_reason and not talk.asides.fullmatch(segment.strip(" ,.!"))

    def _is_aside(self, segment: str, error: NotApplied, hidden: Masked) -> bool:
        """Return whether a clause that could not be read asks for nothing.

        It is a reason, or a remark without a value that names no member of the document.
        """
        cues, text = self.cues, segment.strip(" ,.;:!?")
        if cues.conditions.search(text):
            return False
        if any(cues.positions[each].match(text) for each in ("before", "after")):
            return False  # "after lint" is a place
        bare = self.bare(text)
        is_counted = re.search(r"\d", text) is not None or hidden.has_literal(text)
        if cues.talk.asides.fullmatch(text) or not bare:
            return True
        if cues.talk.because.match(bare) and not is_counted:
            return True
        lead = cues.leading.match(bare)
        if lead and self.resolve_all(hidden.plain(bare[lead.end() :]), _NAMED, bool):
            return False  # "under exhibition" is a place
        if len(self._pieces(segment)) > 1:
            return False
        is_asking = cues.starts.match(f"{bare} ")
        is_about_it = bare.split()[0].casefold() in cues.talk.persons
        if not is_about_it and (cues.talk.adds.search(bare) or cues.talk.removes.search(bare)):
            return False
        if (
            error.cause != "not_there"
            or is_asking
            or "\n" in segment
            or hidden.has_literal(bare)
            or cues.denial.match(bare)
        ):
            return False
        counted = [each for each in bare.split() if each.casefold() in cues.numbers]
        if re.search(r"\d", bare) or counted or cues.talk.again.fullmatch(bare):
            return False
        words = phrase_of(bare, cues).needed
        names = [each for each in words if self._names_member(each)]
        is_told = bool(cues.reports.search(bare)) or any(
            each.casefold() in cues.talk.verbs for each in bare.split()
        )
        is_known = any(self.outline.explained(each) for each in words)
        is_told = is_told or (not is_known and cues.talk.remarking.match(bare) is not None)
        return is_told and not names

    def _read_clause(self, segment: str, hidden: Masked, after: str | None) -> tuple[Change, str]:
        """Read one clause; the clause before it, of the kind ``after``, may supply its verb."""
        text = self.bare(segment)
        if (likened := self.cues.talk.likened.search(segment)) is not None:
            raise NotApplied("unsure", likened[0])  # "as good as my English"
        if not text:
            raise NotApplied("not_there", hidden.plain(text))
        put = self.cues.puts_on_list.fullmatch(text) if self.taken_from else None
        if put is not None and not put["list"]:  # "and put jam on it"
            frame = Frame("add_entry", "{value}", value="added")
            clause = InstructionClause(self, hidden, frame, {"value": put["entry"]})
            return adding.add_entry(clause), frame.kind
        in_place, after_all = self._reworded(text)
        if in_place:
            return self.read_framed(in_place, hidden, after)
        try:
            return self.read_framed(text, hidden, after)
        except NotApplied as problem:
            for each in () if problem.is_sure else after_all:
                try:
                    return self.read_framed(each, hidden, after)
                except NotApplied as other:
                    problem = _plainer(problem, other, hidden.plain(text))
            found = self._of_each(text, hidden, after)
            found = found or self._plainly(text, segment, hidden, after)
            if found is None:
                raise problem from None
            return found

    def _plainly(
        self, text: str, segment: str, hidden: Masked, after: str | None
    ) -> tuple[Change, str] | None:
        """Return the change of a clause without words that say nothing of a change."""
        if not self.is_addressed and after is None:
            return None
        clause = InstructionClause(
            self, hidden, Frame("statement", "{text}", is_weak=True), {"text": segment}
        )
        plain = alignment.plainer(clause, text)
        with suppress(NotApplied):
            if plain and plain != text:
                return self.read_framed(plain, hidden, after)
        with suppress(NotApplied):
            if text != segment.strip() and (found := alignment.addition(clause, segment)):
                return found, "statement"
        return None

    def _of_each(self, text: str, hidden: Masked, after: str | None) -> tuple[Change, str] | None:
        """Return the change of every entry, or of those on a condition: "… where unit is mg"."""
        cues = self.cues.choices
        if (everywhere := cues.everywhere.search(text)) is not None:
            rest = f"{text[: everywhere.start()]} {text[everywhere.end() :]}".strip()
            with suppress(NotApplied):
                return replace(self, is_each=True).read_framed(rest, hidden, after)
        if (told := cues.where.search(text)) is None or not text[: told.start()].strip():
            return None
        frame = Frame("set_each", "{each}")
        clause = InstructionClause(self, hidden, frame, {"each": told[0].strip(" ,")})
        changes: list[Change] = []
        kind = ""
        try:
            choice = choosing.chosen(clause, clause.plain("each"))
            for node in choice.nodes:
                inner = replace(self, within=self.outline.path(node))
                change, kind = inner.read_framed(text[: told.start()], hidden, after)
                changes.append(change)
        except NotApplied:
            return None
        places = {each.place[len(self.outline.path(choice.around)) + 1 :] for each in changes}
        return (joined(changes), kind) if len(places) == 1 and () not in places else None

    def _reworded(self, text: str) -> tuple[str, list[str]]:
        """Return the imperative for a passive or the like, and those to try if ``text`` fails."""
        sure, tried = "", []
        for each in self.cues.rewordings:
            found = each.pattern.fullmatch(text)
            if found is None or (each.is_report and not self.is_addressed):
                continue
            groups = found.groupdict(default="")
            said = groups["verb"] or groups.get("verb_last", "")
            if self._is_yes_or_no(said):
                continue
            before, _, last = each.verbs[said.casefold()].partition("_")
            parts = (
                before, groups["target"], groups.get("rest", ""), groups.get("rest_last", ""), last
            )  # fmt: skip
            imperative = " ".join(part.strip() for part in parts if part.strip())
            if each.is_sure and not sure:
                sure = imperative
            else:
                tried.append(imperative)
        return sure, tried

    def _is_yes_or_no(self, word: str) -> bool:
        """Return whether a word names a yes or no of the document: "archived"."""
        outline = self.outline
        return any(
            one.how == "name" and isinstance(outline.values[one.node], bool)
            for one in outline.explained(word.casefold())
        )

    def read_framed(self, text: str, hidden: Masked, after: str | None) -> tuple[Change, str]:
        """Read one clause by the frames, or else as a statement, or word by word."""
        try:
            return self._by_frames(text, hidden, after)
        except NotApplied as problem:
            found = None
            if self.is_addressed or after is not None:
                found = self._as_remark(text, hidden, problem)
            if found is None:
                raise
            return found, "statement"

    def _by_frames(self, text: str, hidden: Masked, after: str | None) -> tuple[Change, str]:
        problem = NotApplied("not_there", hidden.plain(text))
        for frame in self._frames(text, after):
            for way in self._ways(frame, text):
                try:
                    change = _ACTS[frame.kind](InstructionClause(self, hidden, frame, way))
                    self._check_complete(change, text, hidden, frame.kind)
                except NotApplied as error:
                    if error.cause in ("several", "kind") and not frame.is_weak and not self.chosen:
                        raise  # later frames are less certain readings
                    problem = _plainer(problem, error, hidden.plain(text))
                except (PatchRefused, ContentUnreadable):
                    problem = NotApplied("not_there", hidden.plain(way.get("target", text)))
                else:
                    return self._heeding(change, frame, text), frame.kind
        raise problem

    def _check_complete(self, change: Change, text: str, hidden: Masked, kind: str) -> None:
        """Refuse a reading that loses a name, a quote or a number.

        Raises:
            NotApplied: It does, so the words have another meaning.
        """
        if self._loses(change, text, hidden, has_numbers=kind in _EXACT):
            raise NotApplied("not_there", hidden.plain(text))

    def _loses(self, change: Change, text: str, hidden: Masked, *, has_numbers: bool) -> bool:
        """Return whether something in ``text`` is neither in the change nor in the document."""
        made = json.dumps(change.operations, ensure_ascii=False).casefold()
        calendar = LANGUAGE_PACKS[self.language].lexicon.calendar
        known = self.cues.small | self.cues.numbers.keys() | calendar
        names = [re.split("['’]", each)[0] for each in _NAME.findall(text)]
        names = [each for each in names if each.casefold() not in known]
        marked = (hidden.literal(each) for each in MARK.findall(text))
        quotes = [each[0] for each in marked if each is not None and isinstance(each[0], str)]
        is_lost = any(
            json.dumps(each, ensure_ascii=False).strip('"').casefold() not in made
            and not any(each in words for words in change.heeded)
            and not self.outline.mentions(each)
            for each in (*names, *quotes)
        )
        return is_lost or (has_numbers and self._loses_number(change, text, made))

    def _loses_number(self, change: Change, text: str, made: str) -> bool:
        """Return whether a number is in no new value, and in no name or value that it replaces."""
        told = f"{made} {self._told_by(change)}"
        digits = {each.lstrip("0") or "0" for each in re.findall(r"\d+", told)}
        amounts = {float(each) for each in re.findall(r"\d+(?:\.\d+)?", told)}
        for each in _NUMBER.findall(_without_units(text, self.cues)):
            first = re.findall(r"\d+", each)[0].lstrip("0") or "0"
            if first not in digits and as_number(each, self.language) not in amounts:
                return True
        return False

    def _told_by(self, change: Change) -> str:
        """Return the values and names that say which places a change is about."""
        outline, told = self.outline, [self.outline.name]
        for operation in change.operations:
            node: int | None = 0
            for step in str(operation["path"]).split("/")[1:]:
                told.append(step)
                if node is None:
                    break
                inner = {str(outline.keys[each]): each for each in outline.inner(node)}
                node = inner.get(step.replace("~1", "/").replace("~0", "~"))
                if node is not None and isinstance(outline.keys[node], int):
                    told.append(f"{int(step) + 1}")
                    told += [
                        f"{outline.values[each]}"
                        for each in outline.inner(node)
                        if outline.is_leaf(each)
                    ]
                if node is not None and outline.is_leaf(node):
                    told.append(f"{outline.values[node]}")
        return " ".join(told)

    def _as_remark(self, text: str, hidden: Masked, problem: NotApplied) -> Change | None:
        """Return the change of a clause that fits no frame.

        Raises:
            NotApplied: It fits several places, or has no effect.
        """
        clause = InstructionClause(
            self, hidden, Frame("statement", "{text}", is_weak=True), {"text": text}
        )
        try:
            found = alignment.change_of(clause, text, is_relative=True)
        except NotApplied:
            if problem.is_sure:
                raise problem from None
            raise
        if found is not None or (problem.is_sure and problem.cause != "value"):
            return found
        for each in dict.fromkeys((text, alignment.plainer(clause, text))):
            found = statements.change_of(clause, each, is_value=problem.is_sure)
            if found is not None:
                return found
        return alignment.change_of(clause, text) or slots.change_of(clause, text)

    def _heeding(self, change: Change, frame: Frame, text: str) -> Change:
        """Return ``change`` with the negation that its frame is about: "is not needed"."""
        negated = self.cues.forbids.search(text)
        if change.heeded or negated is None or not self.cues.forbids.search(frame.template):
            return change
        return replace(change, heeded=(negated[0],))

    def _ways(self, frame: Frame, text: str) -> Iterator[dict[str, str]]:
        """Yield the matches of ``text``, except those whose places end within a word."""
        for way in frame.ways(text):
            places = [f" {way.get(role, '')}" for role in ("target", "field")]
            is_new = self.cues.newly.match(way.get("target", "")) is not None
            if is_new and not frame.kind.startswith("add"):
                continue  # "put a new watch in Watches" moves nothing
            if any(re.search(r":\s", each) for each in places) or way.get("head", "")[-1:] == ":":
                continue  # what follows a colon is no place
            if not any(self.cues.dangling.search(each) for each in places):
                yield way

    def _frames(self, text: str, after: str | None) -> Iterator[Frame]:
        """Yield the frames that ``text`` may fit, the most certain first."""
        is_remark = bool(self.cues.remarks.match(text))
        for frame in self.cues.frames:
            is_plain = frame.is_weak and frame.kind in _PLAIN
            if is_plain and not self.is_addressed and after is None:
                continue
            if frame.value == "bare" and after not in (None, "set"):
                continue
            is_read = frame.kind == "contrast" or frame.template.startswith(_REMARKS)
            if not is_remark or is_read:
                yield frame
        if after in _LENDING:
            yield from _ELLIPTIC


def _plainer(one: NotApplied, other: NotApplied, text: str) -> NotApplied:
    """Return the more informative of two problems with ``text``, with words that occur in it."""
    if one.phrase == text or other.weight > one.weight:
        return other
    is_worded = other.phrase in text and one.phrase not in text
    return other if is_worded and other.weight == one.weight else one


def _compositions(
    pieces: Sequence[tuple[str, str]], may_join: Callable[[str], bool]
) -> Iterator[list[str]]:
    """Yield the ways to join pieces into clauses, the most clauses first."""
    joins = [(False, True) if may_join(piece) else (False,) for _, piece in pieces[1:]]
    for chosen in sorted(product(*joins), key=sum):
        segments = [pieces[0][1]]
        for is_joined, (joint, piece) in zip(chosen, pieces[1:], strict=True):
            if is_joined:
                segments[-1] += joint + piece
            else:
                segments.append(piece)
        yield segments


def _without_units(text: str, cues: DocumentCues) -> str:
    """Return ``text`` without amounts in a unit, which may be written in another one."""
    return re.sub(
        r"\d[\d.,]*\s?([^\W\d_]+|%)",
        lambda found: " " if found[1].casefold() in {*cues.units, *MULTIPLES} else found[0],
        cues.hour.sub(" ", text),
    )


def _plain_it(text: str) -> str:
    text = re.sub(r"\b([A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?), (\d{4})\b", r"\1 \2", text)
    text = re.sub(r"\b(we|they|you)['’]re\b", r"\1 are", text.strip(), flags=re.I)
    text = re.sub(r"(?<=\w)['’]s (?=(?:wrong|incorrect|outdated|not|now|called)\b)", " is ", text)
    return re.sub(r"\b(it|that|he|she|there|what|who)['’]s\b", r"\1 is", text, flags=re.I)
