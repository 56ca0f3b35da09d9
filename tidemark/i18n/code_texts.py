"""Texts of codes: reasons of pieces, changes of summaries, places in sources."""

import json
from collections.abc import Sequence

from pydantic import JsonValue

from tidemark.i18n.catalogue import catalogue
from tidemark.schema.documents import DocumentChange
from tidemark.schema.reasons import ImportFault, Reason, SummaryChange
from tidemark.schema.sources import Section
from tidemark.schema.tools import ToolCall, ToolUse

_VALUE_CHARS = 120


def reason_text(reason: Reason, language: str) -> str:
    """Return ``reason`` in words of ``language``.

    >>> reason_text(Reason("matches", terms=("visa", "Tokyo")), "en")
    'matches: visa, Tokyo'
    """
    if reason.code == "sentence":
        return ", ".join(reason.terms)
    form = (
        f"{reason.code}_in" if reason.code == "similar_question" and reason.title else reason.code
    )
    words = str(catalogue(language).table("REASONS")[form])
    return words.format(terms=", ".join(reason.terms), title=reason.title)


def change_text(change: SummaryChange, language: str) -> str:
    """Return ``change`` in words of ``language``.

    >>> change_text(SummaryChange("restored", number=3), "en")
    'restored version 3'
    """
    words = str(catalogue(language).table("CHANGES")[change.code])
    return words.format(number=change.number)


def fault_text(fault: ImportFault, language: str) -> str:
    """Return ``fault`` in words of ``language``.

    >>> fault_text(ImportFault("branches", count=501, most=500), "en")
    'it has 501 branches, more than 500'
    """
    words = str(catalogue(language).table("IMPORT_WHY")[fault.code])
    return words.format(count=fault.count, most=fault.most, detail=fault.detail)


def call_text(call: ToolCall, language: str) -> str:
    """Return ``call`` in words of ``language``, without the data that it hands over.

    A tool that is not ours has its own name.

    >>> call_text(ToolCall(name="lookup_past_conversation", arguments={"topic": "visa"}), "en")
    'Look into this chat: visa'
    >>> call_text(ToolCall(name="create_document", arguments={"name": "x", "template": ""}), "en")
    'Create a document: x'
    """
    name = str(catalogue(language).table("TOOLS").get(call.name, call.name))
    told = (str(each) for each in call.arguments.values() if not isinstance(each, list | dict))
    words = [each for each in told if each and not each.startswith(("[", "{"))]  # no JSON
    return ": ".join(filter(None, (name, ", ".join(words))))


def use_text(use: ToolUse, language: str) -> str:
    """Return the result of a call, or its fault in words of ``language``."""
    if use.fault is None:
        return use.result
    return str(catalogue(language).table("TOOL_FAULTS")[use.fault])


def place_text(place: Section, line: int | None, language: str) -> str:
    """Return the place of a passage in its source, in words of ``language``; empty if unknown.

    ``line`` is the number of its first line.

    >>> place_text(Section(start=0, end=9, unit="page", number=3), None, "en")
    'page 3'
    >>> place_text(Section(start=0, end=9, unit="slide", number=2, headings=("Plan",)), None, "en")
    'slide 2, Plan'
    >>> table = Section(start=0, end=9, unit="sheet", number=1, headings=("Fees",), first_line=2)
    >>> place_text(table, 14, "en")
    'Fees, row 14'
    """
    words = catalogue(language).table("PLACES")
    parts = [" › ".join(place.headings)] if place.headings else []
    if place.unit and place.unit != "sheet":
        parts.insert(0, str(words[place.unit]).format(number=place.number))
    if line is not None:
        parts.append(str(words["row" if place.unit == "sheet" else "line"]).format(number=line))
    return ", ".join(parts)


def document_change_text(change: DocumentChange, language: str) -> str:
    """Return one change of a document in words of ``language``, with long values shortened.

    >>> change = DocumentChange(path="/inci", kind="changed", before="WATER", after="OIL")
    >>> document_change_text(change, "en")
    'inci: "WATER" → "OIL"'
    >>> change = DocumentChange(path="/items/0", kind="removed", before="tent", names=("items", 0))
    >>> document_change_text(change, "en")
    'items: "tent" removed'
    """
    list_path, _, position = change.path.rpartition("/")
    source, _, left = change.moved_from.rpartition("/")
    form: str = change.kind
    if change.kind == "moved" and source == list_path:  # a position is never shown as a name
        form = "reordered" if change.names and position.isdecimal() else "renamed"
    return str(catalogue(language).table("DOCUMENT_CHANGES")[form]).format(
        place=_names_text(change.names, language) or pointer_text(change.path, language),
        list=pointer_text(list_path, language),
        number=int(position) + 1 if position.isdecimal() else "",
        old=pointer_text(f"/{left}", language),
        source=pointer_text(source if left.isdecimal() else change.moved_from, language),
        before=value_text(change.before),
        after=value_text(change.after),
    )


def _names_text(names: Sequence[str | int], language: str) -> str:
    """Return the names on a path; the position of the last entry is left out: its value is told.

    Of an entry of the outermost list, the position is all there is.
    """
    shown = names[:-1] if len(names) > 1 and isinstance(names[-1], int) else names
    number = str(catalogue(language).text("ENTRY_NUMBER"))
    return " › ".join(
        number.format(number=each + 1) if isinstance(each, int) else each or "“”" for each in shown
    )


def rule_text(rule: Sequence[str], reason: str, language: str) -> str:
    """Return the violated rule of a schema in words of ``language``.

    ``rule`` is its keyword, the value that violates it and the rule's value; ``reason`` is the
    English sentence.

    >>> rule_text(("minimum", "-1", "0"), "-1 is less than the minimum of 0", "en")
    '-1 is less than 0'
    """
    rules = catalogue(language).table("SCHEMA_RULES")
    keyword, broken, wanted = rule
    if not keyword:
        return reason
    words = str(rules.get(keyword, rules["other"]))
    return words.format(keyword=keyword, broken=broken, wanted=wanted)


def pointer_text(pointer: str, language: str) -> str:
    """Return the place in a document named by a JSON Pointer, in readable form.

    >>> pointer_text("/inci", "en"), pointer_text("", "en")
    ('inci', 'the whole document')
    """
    if not pointer:
        return str(catalogue(language).text("WHOLE_DOCUMENT"))
    parts = pointer.removeprefix("/").split("/")
    return " › ".join(part.replace("~1", "/").replace("~0", "~") or "“”" for part in parts)


def value_text(value: JsonValue) -> str:
    """Return a value of a document on one line, shortened if long: members by name, else JSON.

    >>> value_text({"value": 1000, "unit": "mg/kg"}), value_text(["a", 1])
    ('value: 1000, unit: "mg/kg"', '["a", 1]')
    """
    if isinstance(value, dict) and not any(isinstance(each, dict) for each in value.values()):
        members = (f"{key}: {json.dumps(each, ensure_ascii=False)}" for key, each in value.items())
        text = ", ".join(members) or "{}"
    else:
        text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _VALUE_CHARS else f"{text[:_VALUE_CHARS]}…"
