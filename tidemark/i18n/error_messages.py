"""Sentences of errors in any language, by the error's name and its facts.

The English sentences are in the errors themselves; each other language has a table ``ERRORS``.
"""

import json
import math
from collections.abc import Callable, Mapping

from tidemark.errors import TidemarkError, rebuilt
from tidemark.i18n import code_texts
from tidemark.i18n.catalogue import catalogue
from tidemark.schema import Failure

Facts = Mapping[str, object]
Form = tuple[str, dict[str, object]]  # the suffix of the name, and derived facts

_SHORT_CHARS = 80
_COUNTED = {"MessageTooLong": ("chars", "most"), "TooManyDocuments": ("most",)}  # may be large


def of(error: TidemarkError, language: str) -> str:
    """Return the sentence of ``error`` in ``language``."""
    return _sentence(type(error).__name__, error.facts, language) or str(error)


def of_turn(reason: str | None, failure: Failure | None, language: str) -> str:
    """Return why a turn has no answer, in ``language``, from its ``reason`` and ``failure``."""
    codes = catalogue(language).table("TURN_REASONS")
    if reason in codes and reason != "failed":
        return str(codes[reason])
    sentence = of_failure(failure, language)
    if sentence is None and reason not in codes:
        sentence = reason  # an older version stored the sentence itself
    return sentence or str(codes["failed"])


def of_failure(failure: Failure | None, language: str) -> str | None:
    """Return the sentence of ``failure`` in ``language``; None if it cannot be rebuilt."""
    if failure is None:
        return None
    sentence = _sentence(failure.error, failure.facts, language)
    error = None if sentence else rebuilt(failure.error, failure.facts)
    return sentence or (str(error) if error else None)


def summary(failure: Failure | str, language: str) -> str:
    """Return the first sentence of ``failure``, without the advice on what to do next.

    A sentence stored by an earlier version is returned unchanged.
    """
    if isinstance(failure, str):
        return failure
    sentence = of_failure(failure, language) or failure.error
    return f"{sentence.split('. ', maxsplit=1)[0].removesuffix('.')}."


def _sentence(name: str, facts: Facts, language: str) -> str | None:
    spoken = catalogue(language)
    sentences = spoken.texts.get("ERRORS", {})
    try:
        form, derived = FORMS.get(name, _plain)(facts)
        if name == "SchemaBroken":
            derived = {"listed": _broken(facts, language)}
        elif name == "FileNotTaken":
            refusal, its_facts = json.loads(str(facts["refusal"]))
            derived = {"why": _sentence(refusal, its_facts, language)}
        elif f"{name}.why" in sentences:
            derived = {"why": _reason(name, facts, sentences)}
        if isinstance(sentences[f"{name}{form}"], Mapping):
            number = int(str(derived.pop("count")))
            return spoken.plural(f"ERRORS.{name}", number, **{**facts, **derived})
        for fact in _COUNTED.get(name, ()):
            derived[fact] = spoken.number(int(str(facts[fact])))
        return str(sentences[f"{name}{form}"]).format(**{**facts, **derived})
    except (KeyError, TypeError, ValueError):  # no text, or facts stored by another version
        return None


def _reason(name: str, facts: Facts, sentences: Mapping[str, object]) -> str:
    """Return why a file was refused, without details; in English if there is no translation."""
    why, known = str(facts["why"]), sentences[f"{name}.why"]
    said = known.get(why.partition(" (")[0]) if isinstance(known, Mapping) else None
    return str(said or why)


def _plain(_: Facts) -> Form:
    return "", {}


def _message(facts: Facts) -> Form:
    return (".own" if facts["of_person"] else ""), {}


def _transcript(facts: Facts) -> Form:
    return ("" if facts["line"] is None else ".line"), {}


def _conversation(facts: Facts) -> Form:
    names = _many(facts["names"])
    form = ".named" if facts["wanted"] else ""
    return form, {"count": len(names), "listed": ", ".join(map(str, names))}


def _nearest(facts: Facts) -> Form:
    names = _many(facts.get("nearest"))
    return (".near" if names else ""), {"listed": ", ".join(map(str, names))}


def _folded(facts: Facts) -> Form:
    positions = _many(facts["positions"])
    return "", {"number": int(str(positions[0])) + 1, "count": len(positions)}


def _pinned(facts: Facts) -> Form:
    return "", {"number": int(str(facts["position"])) + 1}


def _item(facts: Facts) -> Form:
    return "", {"short": str(facts["text"])[:_SHORT_CHARS]}


def _package(facts: Facts) -> Form:
    return "", {"packages": " ".join(map(str, (facts["missing"], *_many(facts["others"]))))}


def _timeout(facts: Facts) -> Form:
    return "", {"seconds": f"{float(str(facts['timeout_s'])):g}"}


def _quota(facts: Facts) -> Form:
    said = _said(facts)
    if facts["is_daily"]:
        return ".daily", said
    if facts["retry_after_s"]:
        return ".soon", {**said, "seconds": math.ceil(float(str(facts["retry_after_s"])))}
    return "", said


def _model(facts: Facts) -> Form:
    return (".successor" if facts.get("successor") else ""), _said(facts)


def _permission(facts: Facts) -> Form:
    return (".at" if facts.get("at") else ""), {}


def _not_served(facts: Facts) -> Form:
    remedy = f".{facts['remedy']}"
    return (remedy if facts["remedy"] == "engine" or not facts["at"] else f"{remedy}.at"), {}


def _source(facts: Facts) -> Form:
    return ("" if facts["name"] else ".removed"), {}


def _unreadable(facts: Facts) -> Form:
    return f".{facts['why']}", {}


def _content(facts: Facts) -> Form:
    return f".{facts['why']}{'.line' if facts['line'] else ''}", {}


def _too_many(facts: Facts) -> Form:
    return f".{facts['kind']}", {}


def _places(facts: Facts) -> Form:
    places = _many(facts["places"])
    return "", {"listed": ", ".join(f"“{place or '/'}”" for place in places[:3])}


def _broken(facts: Facts, language: str) -> str:
    """Return the places that violate a schema, with the violated rules."""
    places, reasons = _many(facts["places"]), _many(facts["reasons"])
    rules = _many(facts.get("rules")) or (("", "", ""),) * len(places)  # older versions stored none
    told = [
        f"“{place or '/'}” {code_texts.rule_text(_texts(rule), str(reason), language)}"
        for place, reason, rule in zip(places, reasons, rules, strict=True)
    ]
    return "; ".join(told[:3])


def _texts(fact: object) -> tuple[str, ...]:
    return tuple(map(str, _many(fact)))


def _known(facts: Facts) -> Form:
    return "", {"listed": ", ".join(map(str, _many(facts["known"])))}


def _tools(facts: Facts) -> Form:
    return "", {"listed": ", ".join(map(str, _many(facts["tools"])))}


def _said(facts: Facts) -> dict[str, object]:
    """Return a service's message in brackets; an older version stored none."""
    return {"said": f" ({facts['why']})" if facts.get("why") else ""}


def _many(fact: object) -> tuple[object, ...]:
    return tuple(fact) if isinstance(fact, list | tuple) else ()


FORMS: Mapping[str, Callable[[Facts], Form]] = {
    "MessageNotFound": _message,
    "UnreadableTranscript": _transcript,
    "ConversationNotFound": _conversation,
    "NotebookNotFound": _nearest,
    "MessagesFoldedSince": _folded,
    "MessagePinned": _pinned,
    "ReplyPutAside": _pinned,
    "ItemNotFound": _item,
    "PackageMissing": _package,
    "EngineTimeout": _timeout,
    "QuotaExceeded": _quota,
    "ModelNotFound": _model,
    "KeyNotPermitted": _permission,
    "KeyNotServed": _not_served,
    "ContentUnreadable": _content,
    "DocumentNotFound": _source,
    "MergeConflict": _places,
    "TooManyDocuments": _too_many,
    "CallerToolCalled": _tools,
    "ModelNotServed": _known,
    "TemplateNotFound": _known,
    "SourceNotFound": _source,
    "SourceUnreadable": _unreadable,
    "QueryRefused": _unreadable,
}
