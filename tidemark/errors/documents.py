"""Errors with documents: invalid content, patches and schemas, and outdated versions."""

import json
from collections.abc import Sequence

from tidemark.errors.base import UserError, rebuilt

_UNREADABLE = {
    "not_json": "is not JSON",
    "not_a_value": "holds what JSON cannot: {detail}",
    "twice": "has the name {detail} twice in one object",
    "too_large": "is too large: at most {detail}",
    "too_deep": "is nested too deeply: at most {detail} levels",
    "too_many": "holds too many values: at most {detail}",
}
_TOO_MANY = {"documents": "The notebook", "branches": "The document", "versions": "The branch"}
_MOST_SHOWN = 3


class ContentUnreadable(UserError):
    """A text or value is not valid document content; ``line`` is its line, 0 if unknown."""

    def __init__(self, why: str, *, detail: str = "", line: int = 0, column: int = 0) -> None:
        where = f" (line {line}, column {column})" if line else ""
        super().__init__(
            f"The document {_UNREADABLE[why].format(detail=detail)}{where}."
            " Mend it there and try again."
        )
        self.why = why
        self.detail = detail
        self.line = line
        self.column = column


class PatchRefused(UserError):
    """An operation of a patch cannot be applied; nothing of the patch is.

    ``number`` counts operations from 1; ``path`` is the path of the operation.
    """

    def __init__(self, number: int, path: str, reason: str) -> None:
        super().__init__(
            f"Operation {number} of the patch, at “{path}”, cannot be applied: {reason}."
            " Nothing was changed. Look at the current version and make the patch on that."
        )
        self.number = number
        self.path = path
        self.reason = reason


class ChangeUnclear(UserError):
    """A change of a document has neither a patch nor a content, or both, or null as content."""

    def __init__(self) -> None:
        super().__init__(
            "A change of a document is either “patch”, a list of operations, or “content”, the "
            "whole new content, which is not null. Nothing was changed. Send one of the two."
        )


class SchemaRefused(UserError):
    """A JSON Schema cannot be used: it is not draft 2020-12, or refers to another file."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The schema cannot be used: {reason}. Give a JSON Schema, draft 2020-12.")
        self.reason = reason


class SchemaBroken(UserError):
    """A content violates the schema of its document; ``places`` and ``reasons`` are parallel.

    So are ``rules``: the keyword of each violated rule, the value that violates it, and the rule's
    value.
    """

    def __init__(
        self,
        places: Sequence[str],
        reasons: Sequence[str],
        rules: Sequence[Sequence[str]] = (),
    ) -> None:
        shown = [
            f"at “{place or '/'}”: {reason}"
            for place, reason in zip(places[:_MOST_SHOWN], reasons, strict=False)
        ]
        more = len(places) - len(shown)
        super().__init__(
            f"The document would break its schema {'; '.join(shown)}"
            + (f"; and {more} more" if more else "")
            + ". Nothing was changed."
        )
        self.places = tuple(places)
        self.reasons = tuple(reasons)
        self.rules = tuple(rules) or (("", "", ""),) * len(places)


class DocumentNotFound(UserError):
    """No document has this name; the name is empty if it was not requested by name."""

    def __init__(self, name: str = "") -> None:
        which = f"document “{name}”" if name else "such document any more"
        super().__init__(f"There is no {which}. It may have been removed: look in the list.")
        self.name = name


class NoDocumentYet(UserError):
    """A conversation has no document of its own."""

    def __init__(self) -> None:
        super().__init__("No data found. Please provide initial_data.")


class ExportUnreadable(UserError):
    """A file is not a document export; ``line`` is the first invalid line, from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(
            f"This is no export of a document: line {line} {why}. Nothing was stored."
            " Export the document again, and import that file."
        )
        self.line = line
        self.why = why


class FileUnusable(UserError):
    """The file that a document is bound to cannot be read or written."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            f"The file “{path}” of the document cannot be used: {why}."
            " See to the file, or bind the document to another."
        )
        self.path = path
        self.why = why


class FileNotTaken(UserError):
    """A bound file holds a content that its document refuses; both stay as they are.

    ``refusal`` is the error of the document: its name and its facts, as JSON.
    """

    def __init__(self, path: str, refusal: str) -> None:
        super().__init__(
            f"The file “{path}” was changed, and the document does not take it over. "
            f"{rebuilt(*json.loads(refusal))} Mend the file, or unbind it from the document."
        )
        self.path = path
        self.refusal = refusal


class DocumentExists(UserError):
    """Another document of the same session or notebook has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a document “{name}” already. Choose another name.")
        self.name = name


class TemplateNotFound(UserError):
    """No document template has this name; ``known`` are the existing ones."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"There is no template “{name}”. There are: {', '.join(known)}.")
        self.name = name
        self.known = tuple(known)


class DocumentForbidden(UserError):
    """The document is shared for reading only, or only its owner may do this."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"You may not do that with the document “{name}”. Ask its owner to make you an editor."
        )
        self.name = name


class TooManyDocuments(UserError):
    """A notebook or a document has reached its limit of documents, branches or versions."""

    def __init__(self, kind: str, most: int) -> None:
        super().__init__(
            f"{_TOO_MANY[kind]} holds {most:,} {kind} already, the most there may be."
            " Remove what is not needed any more."
        )
        self.kind = kind
        self.most = most


class BranchNotFound(UserError):
    """The document has no branch of this name."""

    def __init__(self, branch: str) -> None:
        super().__init__(f"The document has no branch “{branch}”. Look at its list of branches.")
        self.branch = branch


class NameTaken(UserError):
    """An object in a document has an entry with this name already."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a name “{name}” here already. Choose another name.")
        self.name = name


class NumberUnclear(UserError):
    """A number can be read as ``whole`` or, its point a decimal one, as ``decimal``."""

    def __init__(self, text: str, *, whole: str, decimal: str) -> None:
        super().__init__(f"“{text}” can mean {whole} or {decimal}. Type one of these.")
        self.text = text
        self.whole = whole
        self.decimal = decimal


class BranchExists(UserError):
    """The document has a branch of this name."""

    def __init__(self, branch: str) -> None:
        super().__init__(
            f"The document has a variant (branch) “{branch}” already. Choose another name."
        )
        self.branch = branch


class DocumentVersionNotFound(UserError):
    """The branch has no version of this number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"There is no version {number}. Look at the history of the document.")
        self.number = number


class VersionPruned(UserError):
    """The content of an old version was pruned; its changes are still in the history."""

    def __init__(self, number: int) -> None:
        super().__init__(
            f"The content of version {number} was pruned. A newer version can be opened."
        )
        self.number = number


class VersionConflict(UserError):
    """A change was based on version ``expected``, but ``current`` is the newest: nothing is lost.

    The change is not stored: its author still has it, and sees the newest version next to it.
    """

    def __init__(self, expected: int, current: int) -> None:
        super().__init__(
            f"Version {current} came in between: the change was made on version {expected}."
            " Nothing was changed. Look at both, then make the change on the newest."
        )
        self.expected = expected
        self.current = current


class MergeConflict(UserError):
    """Two branches changed the same places, and no choice was made."""

    def __init__(self, places: Sequence[str]) -> None:
        shown = ", ".join(f"“{place or '/'}”" for place in places[:_MOST_SHOWN])
        more = len(places) - _MOST_SHOWN
        super().__init__(
            f"Both branches changed {shown}"
            + (f" and {more} more places" if more > 0 else "")
            + ". Nothing was changed. Choose for each which one stays."
        )
        self.places = tuple(places)
