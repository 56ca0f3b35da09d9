"""Instructions for a list that name neither it nor the entry in full.

"Put a charger on it" and "make it three towels" follow the message that changed the list; "add a
charger to the list" may come at any time.  They are given the form that ``instructions`` reads.
"""

import re
from collections.abc import Sequence

from pydantic import JsonValue

from tidemark.documents.places import forms
from tidemark.nlp.pack_fields import DocumentCues


def in_full(
    words: str, name: str, content: JsonValue, cues: DocumentCues, *, follows: bool
) -> str | None:
    """Return ``words`` with the list ``name`` and its entry in full; None if they refer to neither.

    Unless ``words`` follow a change of the list, it must be referred to as "the list".

    >>> from tidemark.documents.talk import CUES
    >>> held: JsonValue = {"items": ["two towels", "map"]}
    >>> in_full("Also put a charger on it", "packing list", held, CUES["en"], follows=True)
    'add a charger to the packing list'
    >>> in_full("Make it three towels", "packing list", held, CUES["en"], follows=True)
    'change two towels to three towels'
    >>> in_full("Maak de lijst leeg", "packing list", held, CUES["nl"], follows=False)
    'leeg de packing list'
    >>> in_full("Put a rope on it, they need a leash", "kit", held, CUES["en"], follows=True)
    'add a rope to the kit, they need a leash'
    """
    asked, comma, said = words.rpartition(", ")
    if comma and cues.is_remark(said):
        whole = in_full(asked, name, content, cues, follows=follows)
        return f"{whole}, {said}" if whole else None
    if (put := cues.puts_on_list.fullmatch(words)) and (follows or put["list"]):
        return cues.put_on_list.format(entry=put["entry"], name=name)
    if (emptied := cues.empties_list.fullmatch(words)) and (follows or emptied["list"]):
        return cues.empty_list.format(name=name)
    if follows and (short := _in_few_words(words, name, content, cues)):
        return short
    recounted = cues.recounts.fullmatch(words)
    if recounted is None or not follows:
        return None
    if not recounted["count"].isdecimal() and recounted["count"].casefold() not in cues.counting:
        return None
    thing = forms(recounted["thing"].split()[-1])
    alike = [each for each in _entries(content) if thing & forms(each.split()[-1])]
    if len(alike) != 1:
        return None
    return cues.recount.format(old=alike[0], new=recounted["new"])


def is_in_few_words(words: str, cues: DocumentCues) -> bool:
    """Return whether ``words`` add or exchange an entry without a verb: "and honey too"."""
    return any(each.fullmatch(words) for each in (cues.adds_more, cues.exchanges))


def _in_few_words(words: str, name: str, content: JsonValue, cues: DocumentCues) -> str:
    """Return ``words`` in full if they add an entry or exchange one without a verb for it."""
    if more := cues.adds_more.fullmatch(words):
        return cues.put_on_list.format(entry=more["entry"], name=name)
    said = cues.exchanges.fullmatch(words)
    if said is None:
        return ""
    known = [each for each in _entries(content) if each.casefold() == said["old"].casefold()]
    return cues.recount.format(old=known[0], new=said["new"]) if len(known) == 1 else ""


def _entries(content: JsonValue) -> Sequence[str]:
    """Return the texts in the only list of a document."""
    lists = [content] if isinstance(content, list) else []
    if isinstance(content, dict):
        lists = [each for each in content.values() if isinstance(each, list)]
    found = lists[0] if len(lists) == 1 else []
    return [each for each in found if isinstance(each, str) and re.search(r"\w", each)]
