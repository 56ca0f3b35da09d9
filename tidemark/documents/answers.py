"""Answers to open questions: completes an instruction with the person's next message.

A question was asked because the instruction fits several places, has an unclear or missing value,
or names something that is not there.  The answer chooses a place or replaces the unclear words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tidemark.documents.instructions.changes import Change, NotApplied, joined
from tidemark.documents.instructions.reading import InstructionReader
from tidemark.documents.places import Outline, Path, Phrase, phrase_of
from tidemark.documents.values import masked
from tidemark.nlp.languages import Language

_MOST_WORDS = 6  # of an answer that is a value or a name
_MOST_PLACES = 8  # that an answer can choose from, as many as are shown
_CHOOSING = ("several", "whole")


@dataclass(frozen=True)
class OpenQuestion:
    """An ``instruction`` that was not done because of ``problem``, and the places chosen so far."""

    instruction: str
    problem: NotApplied
    language: Language
    chosen: tuple[Path, ...] = ()
    kind: str = ""

    @property
    def is_choice(self) -> bool:
        """Return whether the answer chooses among the places shown."""
        return self.problem.cause in (*_CHOOSING, "kind")


def change_of(answer: str, question: OpenQuestion, reader: InstructionReader) -> Change | None:
    """Return the change that ``question`` was about, completed by ``answer``.

    None if it does not answer the question.

    Raises:
        NotApplied: It is an answer, and something else is unclear.
    """
    bare = _bare(answer, reader)
    if not bare or reader.cues.asks.match(bare):
        return None
    revised = list(_revised(bare, question, reader))
    if not revised:
        return None
    if len(revised) == 1:
        return _read(revised[0], reader)
    changes = [_read(each, reader) for each in revised]
    if any(len(each.operations) != 1 for each in changes):
        return None  # a further part of the instruction would be done twice
    return joined(changes[::-1])  # from the last place, so that earlier ones keep their positions


def opened(
    answer: str, question: OpenQuestion, problem: NotApplied, reader: InstructionReader
) -> OpenQuestion:
    """Return the question that is open after ``answer`` made part of ``question`` clear."""
    (revised,) = list(_revised(_bare(answer, reader), question, reader))[:1]
    return replace(revised, problem=problem)


def _read(revised: OpenQuestion, reader: InstructionReader) -> Change:
    return replace(reader, chosen=revised.chosen, kind=revised.kind).read(revised.instruction)


def _bare(answer: str, reader: InstructionReader) -> str:
    bare = reader.bare(answer.replace("›", " "))
    lead = reader.cues.choosing.match(bare)
    return reader.bare(bare[lead.end() :] if lead else bare).strip(" .!,")


def _revised(
    bare: str, question: OpenQuestion, reader: InstructionReader
) -> Iterator[OpenQuestion]:
    """Yield the instruction as revised by the answer, once for each place that it chooses."""
    problem, cues = question.problem, reader.cues
    if problem.cause == "kind":
        if cues.as_number.fullmatch(bare) or cues.as_text.fullmatch(bare):
            kind = "number" if cues.as_number.fullmatch(bare) else "text"
            yield replace(question, kind=kind)
    elif problem.cause == "several":
        for path in _chosen(bare, problem.places[:_MOST_PLACES], reader):
            yield replace(question, chosen=(*question.chosen, path))
    elif len(bare.split()) <= _MOST_WORDS and not cues.remarks.match(bare):
        said = problem.said or problem.phrase
        instead = _instead(bare, problem, said, reader)
        if said and instead and question.instruction.count(said) == 1:
            yield replace(question, instruction=question.instruction.replace(said, instead))


def _instead(bare: str, problem: NotApplied, said: str, reader: InstructionReader) -> str:
    """Return the words that replace those that were ``said``; empty if there are none."""
    match problem.cause:
        case "whole":
            return f"{bare} {reader.cues.within} {said}"
        case "incomplete":
            return f"{said}, {bare}"
        case "no_value":
            node = reader.outline.at(problem.places[0]) if problem.places else None
            is_list = node is not None and isinstance(reader.outline.values[node], list)
            value = _as_value(bare, reader)
            return f"{said}: {value}" if is_list else f"{said} {reader.cues.becomes} {value}"
        case "not_there":
            return bare
    return _as_value(bare, reader) if problem.said else ""


def _as_value(bare: str, reader: InstructionReader) -> str:
    """Return an answer as one value: in quotes if its words could divide an instruction."""
    hidden = masked(bare)
    return f"“{bare}”" if not hidden.literals and reader.cues.joint.search(bare) else bare


def _chosen(bare: str, places: Sequence[Path], reader: InstructionReader) -> list[Path]:
    """Return those of ``places`` that an answer chooses; none if the choice is unclear."""
    if reader.cues.all_of_them.fullmatch(bare):
        return list(places)
    phrase = phrase_of(bare, reader.cues)
    if not phrase.needed and len(phrase.ordinals) == 1:
        return _at(phrase.ordinals[0][0], places)
    nodes = [node for each in places if (node := reader.outline.at(each)) is not None]
    found = _named(phrase, nodes, reader.outline)
    if len(found) == 1:
        return found
    return _at(int(bare), places) if not found and bare.isdecimal() else []


def _named(phrase: Phrase, nodes: Sequence[int], outline: Outline) -> list[Path]:
    if phrase.is_empty:
        return []
    return [outline.path(each) for each in outline.among(phrase, nodes)]


def _at(number: int, places: Sequence[Path]) -> list[Path]:
    index = number - 1 if number > 0 else len(places) + number
    return [places[index]] if 0 <= index < len(places) else []
