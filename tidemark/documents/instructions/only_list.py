"""The only list of a document, to which new entries must belong.

To a document that is a list, or has one list and otherwise only identifying members (a name, a
date), entries are added without a word for the list: "add a torch to packing".
"""

import re

from pydantic import JsonValue

from tidemark.documents.instructions.clause import InstructionClause
from tidemark.documents.places import IDENTIFYING, Path, forms, phrase_of

_TELLING = frozenset((*IDENTIFYING, "date", "datum", "version", "versie"))
_AMOUNT = re.compile(r"\b(?:of|van)\s+[€$£]?\d|[:=]|\b\w+\s+[€$£]?\d[\d.,]*$")
_WITH = re.compile(r"\s(?:with|met)\s", re.I)


def is_the_document(clause: InstructionClause, text: str) -> bool:
    """Return whether ``text`` is the document's name, and not a place in it."""
    name = clause.outline.name
    named = rf"(?<!\w){re.escape(name)}(?!\w)"
    if not name or not re.search(named, text, re.I):
        return False
    phrase = phrase_of(re.sub(named, " ", text, count=1, flags=re.I), clause.cues)
    return not phrase.needed and not phrase.ordinals


def of(clause: InstructionClause, added: str) -> int | None:
    """Return the only list that ``added`` can go to; None if it may belong elsewhere."""
    outline = clause.outline
    if isinstance(outline.content, list):
        return 0
    inner = list(outline.inner(0))
    lists = [each for each in inner if isinstance(outline.values[each], list)]
    others = [each for each in inner if each not in lists]
    is_alone = all(
        outline.is_leaf(each) and str(outline.keys[each]).casefold() in _TELLING for each in others
    )
    if len(lists) != 1 or not is_alone:
        return None
    words = phrase_of(added, clause.cues).needed
    names = {name for each in others for name in forms(str(outline.keys[each]))}
    is_of_parts = any(isinstance(outline.values[each], dict) for each in outline.inner(lists[0]))
    is_other = not is_of_parts and _AMOUNT.search(added)  # "a deadline of 3 May"
    return None if is_other or any(forms(each) & names for each in words) else lists[0]


def is_of_texts(value: JsonValue) -> bool:
    """Return whether ``value`` is a list of texts, or an empty one."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def beside(clause: InstructionClause, added: str, path: Path) -> tuple[int, str] | None:
    """Return the list at ``path`` and ``added``, unless that may belong elsewhere."""
    node = clause.outline.at(path)
    is_other = _AMOUNT.search(added) or clause.cues.place_word.search(added)
    return None if node is None or is_other else (node, added)


def without_head(clause: InstructionClause, added: str) -> str:
    """Return ``added`` without the name of the document, of whose list it is an entry.

    "A station: code D4", in the list "stations".
    """
    head, mark, rest = added.partition(":")
    if not mark and (led := _WITH.search(added)):
        head, rest = added[: led.start()], added[led.end() :]
    bare = clause.cues.article.sub("", head.strip(), count=1)
    is_named = bare.isalpha() and forms(bare) & forms(clause.outline.name)
    return rest.strip() if is_named and rest.strip() else added


def may_begin(clause: InstructionClause, added: str) -> bool:
    """Return whether ``added`` may be the first entry of an empty document's list."""
    plain = clause.hidden.plain(added).strip()
    is_entry = not _AMOUNT.search(plain) and not clause.cues.place_word.search(plain)
    return clause.is_blank and (is_entry or clause.values.masked.literal(added) is not None)
