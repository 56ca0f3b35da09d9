"""Recognises the built-in engine's own replies by their words.

They may be read long after or imported. They contain no new information, so nothing is learnt from
them, and some of them answer nothing.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from tidemark.nlp.coreference import chosen_interpretation
from tidemark.nlp.mentions import Utterance
from tidemark.nlp.pack_fields import ReplyPhrases
from tidemark.nlp.pack_selection import LANGUAGE_PACKS, language_pack_for

# Results from a listing: a sum, or an entry below its heading
_READ_OFF = re.compile(
    r"[\d.,]+ = \(*[\w.,]+%? [-+×/] |"
    r"[^\n]{1,300}\n\n(?:“[^\n”]{1,300}: \[…\] |- “)|\d+: [^\n]{1,600}\.$"
)
_OPTION = re.compile(r"^\d\. (.+)$", re.MULTILINE)
_QUOTE = re.compile(r"“([^“”]+)”")
_QUOTED = re.compile(r"“(?:\[…\] )?([^“”]+?)(?: \[…\])?”")
_GAP = re.compile(r"\\\{\w+\\\}")  # "{looked_for}", escaped


def quotes_in(reply: str) -> list[str]:
    """Return what ``reply`` quotes, without the dots for what was left out.

    >>> quotes_in("You said: “[…] we have 900 euros.”")
    ['we have 900 euros.']
    """
    return _QUOTED.findall(reply)


def is_builtin_reply(reply: str) -> bool:
    """Return whether the built-in engine wrote ``reply``, in any language."""
    _, _, after = reply.partition("\n\n")  # an answer comes before its quote
    return bool(_READ_OFF.match(reply)) or any(
        pack.phrases.own_openings.match(text) or text in pack.phrases.courtesies.values()
        for pack in LANGUAGE_PACKS.values()
        for text in (reply, after)
    )


def is_of_sources(reply: str) -> bool:
    """Return whether the built-in engine wrote ``reply`` after it searched sources or tables.

    >>> is_of_sources("In “rules.md”: “A plot costs 45 euros.”"), is_of_sources("Noted.")
    (True, False)
    """
    return is_builtin_reply(reply) and any(
        pack.phrases.source_says.partition("{")[0] in reply
        or pack.phrases.sources_silent in reply
        or reply.startswith(pack.phrases.tables_show)
        for pack in LANGUAGE_PACKS.values()
    )


def without_own_replies(said: Sequence[Utterance]) -> Iterator[Utterance]:
    """Yield the messages ``said`` without the built-in engine's own words.

    An interpretation that the person chose by its number replaces their answer in full. If they
    asked who it is, the one message that was quoted to them counts as said again.
    """
    options: Sequence[str] = ()
    asked = ""
    for each in said:
        if each.role == "assistant" and is_builtin_reply(each.text):
            options = _options(each.text)
            quotes = _QUOTE.findall(each.text)
            if len(quotes) == 1 and asks_who(asked):
                yield Utterance("user", quotes[0])
            continue
        picked = chosen_interpretation(options, each.text) if options else None
        yield each if picked is None else Utterance("user", options[picked])
        options, asked = (), each.text


def asks_who(text: str) -> bool:
    """Return whether ``text`` asks for a person."""
    return bool(language_pack_for(text).answer_types.asks["person"].search(text))


def _options(reply: str) -> Sequence[str]:
    """Return the interpretations that ``reply`` offers."""
    is_asked_back = any(
        reply.startswith(pack.phrases.ask_back.split("{", 1)[0]) for pack in LANGUAGE_PACKS.values()
    )
    return tuple(_OPTION.findall(reply)) if is_asked_back else ()


def is_no_answer(reply: str) -> bool:
    """Return whether ``reply`` only says that there is no answer, in any language.

    >>> is_no_answer("I find nothing said here that answers this.")
    True
    """
    return any(
        _no_answers(pack.phrases).match(reply)
        and pack.phrases.nearest_quotes not in reply
        and pack.phrases.related_quotes not in reply
        for pack in LANGUAGE_PACKS.values()
    )


@cache
def _no_answers(phrases: ReplyPhrases) -> re.Pattern[str]:
    """Return a pattern for the openings of replies without an answer.

    It leaves out the advice to set up a model, because older replies word that differently.
    """
    sentences = (
        phrases.greeting,
        phrases.welcome,
        phrases.understood,
        phrases.farewell,
        *phrases.courtesies.values(),
        phrases.message_kept,
        phrases.no_model,
        phrases.no_model_short,
        phrases.no_work,
        phrases.no_work_short,
        phrases.found_nothing,
        phrases.found_nothing_anywhere,
        phrases.nothing_said,
        phrases.sources_silent,
        phrases.sources_withheld,
        phrases.nothing_known,
        phrases.unsure_quotes,
        phrases.nothing_noted,
        *phrases.none_of_kind.values(),
        *phrases.unkept.values(),
    )
    openings = (each.partition(phrases.how_to_get_model)[0].rstrip(". ") for each in sentences)
    return re.compile("|".join(_GAP.sub(".+", re.escape(each)) for each in openings))
