"""Texts of codes: the reason of a piece, the change of a summary, the fault of an import."""

from tidemark.i18n.catalogue import catalogue
from tidemark.schema.reasons import ImportFault, Reason, SummaryChange
from tidemark.schema.tools import ToolCall, ToolUse


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
    """Return ``call`` in words of ``language``; a tool that is not ours goes by its own name.

    >>> call_text(ToolCall(name="lookup_past_conversation", arguments={"topic": "visa"}), "en")
    'Look into this chat: visa'
    """
    name = str(catalogue(language).table("TOOLS").get(call.name, call.name))
    return ": ".join(filter(None, (name, ", ".join(map(str, call.arguments.values())))))


def use_text(use: ToolUse, language: str) -> str:
    """Return what came of a call: its result, or its fault in words of ``language``."""
    if use.fault is None:
        return use.result
    return str(catalogue(language).table("TOOL_FAULTS")[use.fault])
