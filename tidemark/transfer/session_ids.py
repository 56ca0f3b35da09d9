"""What a conversation of another program is called here: the same for the same one, each time."""

import hashlib
import json
import re

from tidemark.transfer.jsonl import Conversation

_OWN = re.compile(r"[A-Za-z0-9_-]{1,80}")  # of the 100 an id may have: a number can follow
_HASH_CHARS = 20


def own_id(conversation: Conversation) -> str:
    """Return the id of a session for a ``conversation`` that has none: by what is said in it."""
    said = [(message.role, message.content) for message in conversation.messages]
    return session_id_of("import", None, said)


def session_id_of(program: str, own_id: str | None, value: object) -> str:
    """Return the id of the session that a conversation becomes: by its own id, else by ``value``.

    >>> session_id_of("claude", "6f7b5e59", None), session_id_of("plain", None, ["Hello"])
    ('claude_6f7b5e59', 'plain_024650ad788f9b375fc9')
    """
    if own_id and _OWN.fullmatch(own_id):
        return f"{program}_{own_id}"
    whole = json.dumps(value, sort_keys=True, default=str).encode()
    return f"{program}_{hashlib.sha256(whole).hexdigest()[:_HASH_CHARS]}"
