"""A program that changes a document while another does, each as often as it is told.

It says that it has read the document, waits for a line, and then adds its own numbers, one a
version.  At the end it says how often another version had come in between.
"""

import sys

from database import Database
from tests.conversing import NOW
from tidemark.documents import patches
from tidemark.errors import VersionConflict
from tidemark.schema.documents import NewVersion
from tidemark.schema.scope import LOCAL


def main(url: str, document_key: int, first: int, count: int) -> None:
    """Add the numbers from ``first`` on to the list that the document is."""
    opened = Database(url)
    store = opened.scoped(LOCAL).document_versions
    held = store.content(document_key)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    conflicts, number = 0, first
    while number < first + count:
        patch = ({"op": "add", "path": "/-", "value": number},)
        after = patches.applied(held.content, patch)
        new = NewVersion(summary=f"Added {number}")
        try:
            expected = held.version.version
            store.save(document_key, after, patch, new, expected=expected, now=NOW)
        except VersionConflict:
            conflicts += 1
        else:
            number += 1
        held = store.content(document_key)
    opened.close()
    sys.stdout.write(f"{conflicts}\n")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
