"""Answers of the built-in engine: to public questions, and over whole conversations.

1. LoCoMo's single-hop questions, each asked in a copy of the imported conversation: the share of
   replies that contain the gold answer, the length of a reply, and how often nothing was found.
2. Talks, one JSONL file each: what a reply to each line must and must not contain, by kind of line.

    python -m benchmark.answers [--data DIR] [--talks DIR] [--only NAME,...] [--show]

A line of a talk is a message, or folds the session (``{"do": "fold"}``); ``new_session`` starts
another chat of the same person, ``session`` returns to the N-th.  ``{"do": "start"}`` starts over
with another person, about whom nothing is known: a file may hold many short talks.  The other
fields:

must         of each inner list, one alternative occurs in the reply
never        none occurs in the reply
first        one occurs in its first 25 words
never_first  none occurs there, unless as past ("not 12", "instead of oak", "was ...")
never_open   none occurs, unless its line or the heading above it says that it is done
told         if the reply repeats what it noted (it has a colon), one of these is in it
reading      if the reply says how it read the question, one of these is in that reading; an empty
             list means that the question should have been read literally
total        if the reply gives a figure first ("186 = 85 + 101", "12."), one of these is in it;
             without it, for a line of the kind ``sum``, one of the alternatives in ``must``
usual        the rules for every line of its kind apply, too: a statement is accepted, and no
             question is declined

``{{thu}}`` is the next Thursday ("26 November"); ``{{last_wed}}``, ``{{tomorrow}}``, ``{{in_3}}``
are days, too, ``{{nl_do}}`` one in Dutch.  Case and kinds of quotation marks do not matter; the
lead-in of a quote ("On 23 November you said:") is not part of the answer.
"""

import argparse
import datetime as dt
import json
import re
import shutil
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field

from assistant import Assistant
from benchmark.conversations import LOCOMO, Source
from tidemark.errors import TidemarkError, TurnFailed
from tidemark.nlp.english.pack import ENGLISH
from tidemark.nlp.search_terms import content_stems
from tidemark.runtime.events import Failed
from tidemark.schema.base import FrozenModel
from tidemark.settings import Settings

SINGLE_HOP = 4  # LoCoMo's number of the category
HELD = 0.8  # of the gold answer's stemmed content words, by which a reply holds it
HEAD_WORDS = 25
LEAST_OF_ALL, LEAST_OF_KIND, MOST_ABSURD = 85.0, 65.0, 2.0  # percent
LEAST_HELD, MOST_WORDS, MOST_UNFOUND = 55.0, 60, 8.0

_WEEKDAYS = {"en": "mon tue wed thu fri sat sun".split(), "nl": "ma di wo do vr za zo".split()}
_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
}
_GAP = re.compile(r"\{\{(nl_)?(\w+)\}\}")
_LEAD_IN = re.compile(
    r"\b(?:on|op) \d{1,2} \w+(?: \d{4})?,? (?:in [^:\"]{0,80} )?"
    r"(?:you|i|zei je|zei ik)(?: said| wrote)?(?: in [^:\"]{0,80})?:",
    re.IGNORECASE,
)
_AS_PAST = re.compile(
    r"(?:\bnot|n't|instead of|no longer|rather than|\bwas|\bwere|used to|before that|earlier|"
    r"previously|formerly|replac\w+|dropped|skip\w*|without|cancel\w*|"
    r"\bniet|in plaats van|i\.p\.v\.|\bgeen|eerder|eerst|vervang\w+|niet meer|zonder)"
    r"\W+(?:[\w,.']+\W+){0,3}?$",
    re.IGNORECASE,
)
_DONE = re.compile(r"\bdone|✓|~~|finished|completed|gedaan|klaar|afgerond|afgevinkt", re.I)
_READING = re.compile(
    r"(?:\bto mean|\bread this as|took this to be about|\bopgevat als|lees dit als|"
    r"ervan uit dat dit over|\((?:about|over))[ ]+(.+)"
)
_TYPOGRAPHY = str.maketrans("’‘“”\u00a0–", "''\"\" -")
_FIGURE = re.compile(
    r"(?P<figure>[^=“”\"\n]{0,40}\d[^=“”\"\n]{0,24}) = |(?P<alone>[^\s“”]*\d\S*)(?=\n|$)"
)
_REFUSALS = (
    "cannot answer", "cannot do that", "I cannot do", "in more than one way", "find nothing",
    "found nothing", "which of these do you mean", "meer dan één manier", "kan dat niet",
    "kan ik niet", "kan ik zelf niet", "vind hier niets", "vind ik niets", "niets over gevonden",
    "welke van deze", "niets genoteerd",
)  # fmt: skip
_UNTAKEN = ("found no", "vond er geen", "geen voorkeur, besluit", "Noted: forget")
_EMPTY = ("I have noted no", "I noted no")
_TAKEN_IN = (
    "noted", "saved", "got it", "okay", "ok", "understood", "will do", "I keep", "kept",
    "corrected", "changed", "updated", "done", "ticked", "sorry to hear", "congratulations", "nice",
    "removed", "crossed", "opgeslagen", "genoteerd", "begrepen", "in orde", "ik bewaar",
    "aangepast", "gewijzigd", "gefeliciteerd", "afgevinkt", "klaar", "gecorrigeerd", "geschrapt",
)  # fmt: skip
_UNFOUND = (
    ENGLISH.phrases.nothing_said,
    ENGLISH.phrases.nothing_known,
    ENGLISH.phrases.found_nothing.rpartition("}")[2],
    ENGLISH.phrases.no_model_short,
    ENGLISH.phrases.no_model,
)
_LINK_TARGET = re.compile(r"\]\([^)\s]*\)")

Kind = Literal[
    "statement", "fact", "correction", "pronoun", "list", "date", "todo", "sum", "other_chat",
    "forget", "request", "refusal", "smalltalk",
]  # fmt: skip


class Line(FrozenModel):
    """A line of a talk: a message with the checks of its reply, or a fold."""

    do: Literal["fold", "start"] | None = None
    say: str = ""
    kind: Kind = "statement"
    must: tuple[tuple[str, ...], ...] = ()
    never: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    never_first: tuple[str, ...] = ()
    never_open: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    reading: tuple[str, ...] | None = None
    total: tuple[str, ...] | None = None
    usual: bool = False
    new_session: bool = False
    session: int | None = Field(default=None, ge=1)


@dataclass(frozen=True)
class Verdict:
    """A line of a talk, the reply, and its faults.

    ``is_absurd``: the reply states a wrong reading or a wrong total as fact.
    """

    talk: str
    number: int
    line: Line
    reply: str
    faults: tuple[str, ...]
    is_absurd: bool = False


@dataclass(frozen=True)
class Asked:
    """A question of LoCoMo with its gold answer, and the reply to it."""

    question: str
    gold: str
    reply: str

    @property
    def holds(self) -> bool:
        """Return whether the reply contains the gold answer."""
        wanted = set(content_stems(self.gold))
        return len(wanted & set(content_stems(self.reply))) >= HELD * len(wanted)

    @property
    def finds_nothing(self) -> bool:
        """Return whether the reply says that nothing was found, whatever else it quotes."""
        return any(each in self.reply for each in _UNFOUND)

    @property
    def words(self) -> int:
        """The number of words of the reply as a person reads it."""
        return len(shown(self.reply).split())


# Talks


def read_talk(path: Path, today: dt.date) -> list[Line]:
    """Return the lines of the talk at ``path``, with the placeholders of days filled in."""
    rows = (row for row in path.read_text(encoding="utf-8").splitlines() if row.strip())
    return [Line.model_validate_json(_GAP.sub(lambda at: _day(at, today), row)) for row in rows]


def _day(gap: re.Match[str], today: dt.date) -> str:
    """Return the day of the placeholder ``gap``, in words."""
    language, name = "nl" if gap[1] else "en", gap[2]
    which, _, rest = name.rpartition("_")
    if name in ("tomorrow", "morgen"):
        day = today + dt.timedelta(days=1)
    elif which == "in":
        day = today + dt.timedelta(days=int(rest))
    else:
        weekday = _WEEKDAYS[language].index(rest)
        to_next = (weekday - today.weekday() - 1) % 7 + 1
        since_last = (today.weekday() - weekday - 1) % 7 + 1
        day = today + dt.timedelta(days=-since_last if which == "last" else to_next)
    return f"{day.day} {_MONTHS[language].split()[day.month - 1]}"


def shown(reply: str) -> str:
    """Return ``reply`` as a person reads it: links without their targets."""
    return _LINK_TARGET.sub("]", reply)


def faults(line: Line, reply: str) -> Iterator[str]:
    """Yield the faults of ``reply`` by the checks of ``line``."""
    text = shown(reply).translate(_TYPOGRAPHY)
    answer = _LEAD_IN.sub("", text)
    head = " ".join(answer.split()[:HEAD_WORDS])
    for alternatives in line.must:
        if not _any_in(alternatives, answer):
            yield f"lacks {' | '.join(alternatives)}"
    yield from (f"has {each!r}" for each in line.never if _occurs(each, text))
    if line.first and not _any_in(line.first, head):
        yield f"does not begin with {' | '.join(line.first)}"
    yield from (f"begins with {each!r}" for each in line.never_first if _holds_now(each, head))
    if line.told and ":" in answer and not _any_in(line.told, answer):
        yield f"repeats something else than {' | '.join(line.told)}"
    yield from (f"reads it as {each!r}" for each in wrong_readings(line, text))
    yield from (f"still open: {each!r}" for each in line.never_open if _is_open(each, answer))
    yield from (f"gives the figure {each!r}" for each in wrong_totals(line, text))
    yield from _unusual(line, answer) if line.usual else ()


def _unusual(line: Line, answer: str) -> Iterator[str]:
    """Yield the faults of ``answer`` by the rules for all lines of its kind."""
    is_told = line.kind == "statement" or not (line.must or line.never or line.never_open)
    own = re.findall(r"[^\W\d_]{4,}|\d+(?:[.,:]\d+)*", line.say)
    if is_told and not _any_in((*_TAKEN_IN, *own), answer):
        yield "does not take it in"
    refused = (*_REFUSALS, *(_UNTAKEN if is_told else _EMPTY))
    yield from (f"has {each!r}" for each in refused if _occurs(each, answer))


def wrong_readings(line: Line, reply: str) -> list[str]:
    """Return the readings that ``reply`` states but ``line`` does not allow."""
    if line.reading is None:
        return []
    stated = (found[1][:60] for found in _READING.finditer(reply.translate(_TYPOGRAPHY)))
    return [each for each in stated if not _any_in(line.reading, each)]


def wrong_totals(line: Line, reply: str) -> list[str]:
    """Return the figure that ``reply`` begins with, if ``line`` requires another one."""
    wanted = tuple(each for alternatives in line.must for each in alternatives)
    allowed = (wanted if line.kind == "sum" else ()) if line.total is None else line.total
    found = _FIGURE.match(reply.translate(_TYPOGRAPHY).strip())
    if not found or (line.total is None and not allowed):
        return []
    stated = found["figure"] or found["alone"]
    return [] if _any_in(allowed, stated) else [stated]


def _pattern(alternative: str) -> re.Pattern[str]:
    """Return a pattern for ``alternative`` at the start of a word; short ones match whole words."""
    words = r"\s+".join(map(re.escape, alternative.translate(_TYPOGRAPHY).split(" ")))
    begin = r"(?<!\w)" if re.match(r"\w", alternative) else ""
    is_short = len(alternative) <= 3 and re.search(r"\w$", alternative)
    end = r"(?!\d|[.,]\d)" if re.search(r"\d$", alternative) else r"(?!\w)" if is_short else ""
    return re.compile(begin + words + end, re.IGNORECASE)


def _occurs(alternative: str, text: str) -> bool:
    return bool(_pattern(alternative).search(text))


def _any_in(alternatives: Iterable[str], text: str) -> bool:
    return any(_occurs(each, text) for each in alternatives)


def _holds_now(alternative: str, head: str) -> bool:
    """Return whether ``head`` contains ``alternative`` other than as past."""
    found = _pattern(alternative).finditer(head)
    return any(not _AS_PAST.search(head[: each.start()]) for each in found)


def _is_open(alternative: str, answer: str) -> bool:
    heading = ""
    for row in answer.splitlines():
        if row.rstrip().endswith(":"):
            heading = row
        if _occurs(alternative, row) and not (_DONE.search(row) or _DONE.search(heading)):
            return True
    return False


def run_talk(path: Path, folder: Path) -> Iterator[Verdict]:
    """Yield a verdict on each line of the talk at ``path``, run in a database of its own."""
    empty = folder / f"{path.stem}.db"
    with closing(_open(empty)) as assistant:
        lines = read_talk(path, assistant.now().date())
    for first, own in _by_person(enumerate(lines, 1)):
        copy = shutil.copy(empty, folder / f"{path.stem}-{first}.db")
        with closing(_open(Path(copy))) as assistant:
            yield from _run_lines(path.stem, own, assistant)


def _by_person(lines: Iterable[tuple[int, Line]]) -> Iterator[tuple[int, list[tuple[int, Line]]]]:
    """Yield the numbered ``lines`` of each person, with the number of the first."""
    own: list[tuple[int, Line]] = []
    for at, line in lines:
        if line.do == "start" and own:
            yield own[0][0], own
            own = []
        own += [(at, line)] if line.do != "start" else []
    if own:
        yield own[0][0], own


def _run_lines(
    talk: str, lines: Iterable[tuple[int, Line]], assistant: Assistant
) -> Iterator[Verdict]:
    count = number = 1
    for at, line in lines:
        count += line.new_session
        number = line.session or (count if line.new_session else number)
        session_id = f"{talk}-{number}"
        if line.do == "fold":
            _fold(assistant, session_id)
            continue
        reply = _say(assistant, line.say, session_id)
        found = tuple(faults(line, reply))
        absurd = bool(wrong_readings(line, reply) or wrong_totals(line, shown(reply)))
        yield Verdict(talk, at, line, reply, found, absurd)


def _open(database: Path) -> Assistant:
    return Assistant(
        Settings.read(_env_file=None, database_url=f"sqlite:///{database}", engine="builtin")
    )


def _say(assistant: Assistant, text: str, session_id: str) -> str:
    try:
        return assistant.turns.report(assistant.ask(text, session_id)).reply
    except TurnFailed as error:
        return f"!! {error}"


def _fold(assistant: Assistant, session_id: str) -> None:
    try:
        last = assistant.folding.begin(session_id).wait()
    except TidemarkError as error:
        sys.stderr.write(f"{session_id}: {error}\n")
    else:
        if isinstance(last, Failed):
            sys.stderr.write(f"{session_id}: {last.error}\n")


# Public questions


def locomo_answers(data: Path, folder: Path, *, names: Sequence[str] = LOCOMO) -> Iterator[Asked]:
    """Ask each single-hop question of LoCoMo in a copy of its imported conversation."""
    samples = {each["sample_id"]: each for each in json.loads(_locomo(data).read_text("utf-8"))}
    for name in names:
        imported = folder / f"{name}.db"
        with closing(_open(imported)) as assistant:
            source = Source(name, _locomo(data), name)
            assistant.transfer.import_file(source.path, session_id=name, sample_id=source.sample)
        for qa in samples[name]["qa"]:
            if qa["category"] == SINGLE_HOP:
                copy = Path(shutil.copy(imported, folder / "copy.db"))
                with closing(_open(copy)) as assistant:
                    reply = _say(assistant, qa["question"], name)
                yield Asked(qa["question"], str(qa["answer"]), reply)
                for left in folder.glob("copy.db*"):
                    left.unlink()


def _locomo(data: Path) -> Path:
    return data / "locomo_dev.json"


# Tables


def percent(found: Iterable[bool]) -> float:
    """Return the share of true values in ``found``, in percent; 0 if empty."""
    held = list(found)
    return 100 * statistics.mean(held) if held else 0.0


def locomo_table(asked: Sequence[Asked]) -> Iterator[str]:
    """Yield the figures of ``asked`` as a Markdown table."""
    yield "| questions | gold answer held | words, median | nothing found |"
    yield "|---:|---:|---:|---:|"
    held = percent(each.holds for each in asked)
    words = statistics.median(each.words for each in asked)
    unfound = percent(each.finds_nothing for each in asked)
    yield f"| {len(asked)} | {held:.1f} % | {words:.0f} | {unfound:.1f} % |"


def talks_table(verdicts: Sequence[Verdict], of: Callable[[Verdict], str]) -> Iterator[str]:
    """Yield a table of the share of correct ``verdicts``, grouped by ``of``."""
    right: dict[str, list[bool]] = defaultdict(list)
    for each in verdicts:
        right[of(each)].append(not each.faults)
    yield "| | right | of | % |"
    yield "|---|---:|---:|---:|"
    for name, found in right.items():
        yield f"| {name} | {sum(found)} | {len(found)} | {percent(found):.1f} |"


def misses(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield the targets that ``verdicts`` miss."""
    if percent(not each.faults for each in verdicts) < LEAST_OF_ALL:
        yield f"under {LEAST_OF_ALL:.0f} % of all lines are right"
    if percent(each.is_absurd for each in verdicts) >= MOST_ABSURD:
        yield f"{MOST_ABSURD:.0f} % or more state a wrong reading or a wrong total"
    kinds: dict[str, list[bool]] = defaultdict(list)
    for each in verdicts:
        kinds[each.line.kind].append(not each.faults)
    for kind, right in kinds.items():
        if percent(right) < LEAST_OF_KIND:
            yield f"under {LEAST_OF_KIND:.0f} % of {kind} are right"


def told(verdict: Verdict) -> str:
    """Return ``verdict`` as text: the line, the reply and its faults."""
    reply = verdict.reply.strip().replace("\n\n", "\n").replace("\n", "\n    ")
    head = f"\n{verdict.talk}:{verdict.number} [{verdict.line.kind}] {verdict.line.say}"
    return "\n".join([head, f"    {reply}", *(f"  - {fault}" for fault in verdict.faults)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; return 1, with the targets on standard error, if one is missed."""
    parser = argparse.ArgumentParser(description="Answers, without a language model.")
    parser.add_argument("--data", type=Path, help="the folder of the data sets; LoCoMo is asked")
    parser.add_argument("--talks", type=Path, default=Path(__file__).parent / "talks")
    parser.add_argument("--only", default="", help="names of talks, with commas")
    parser.add_argument("--show", action="store_true", help="print what is wrong")
    given = parser.parse_args(arguments)
    only = set(filter(None, given.only.split(",")))
    paths = [at for at in sorted(given.talks.glob("*.jsonl")) if not only or at.stem in only]
    lacking: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        verdicts = [each for at in paths for each in run_talk(at, Path(place))]
        if verdicts:
            if given.show:
                sys.stdout.writelines(f"{told(each)}\n" for each in verdicts if each.faults)
            of_all = {"talk": lambda each: each.talk, "kind": lambda each: each.line.kind}
            for of in (*of_all.values(), lambda each: "all"):
                sys.stdout.write("\n".join(["", *talks_table(verdicts, of), ""]))
            absurd = percent(each.is_absurd for each in verdicts)
            sys.stdout.write(f"\n{absurd:.1f} % state a wrong reading or a wrong total\n")
            lacking += misses(verdicts)
        if given.data:
            asked = list(locomo_answers(given.data, Path(place)))
            sys.stdout.write("\n".join(["", *locomo_table(asked), ""]))
    sys.stderr.write("".join(f"{each}\n" for each in lacking))
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
