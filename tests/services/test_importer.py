"""Real conversations imported and replayed: every promise is kept.

Two of the thirteen that ``benchmark.conversations`` takes.
"""

import datetime as dt
import statistics
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from assistant import Assistant
from benchmark import conversations
from benchmark.conversations import THRESHOLD, Held, ViewSize
from benchmark.databases import local_database
from tests.timing import unwatched
from tidemark import sample
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.scripted import ScriptedEngine
from tidemark.memory import merging
from tidemark.schema import Item, SessionMemory, UserProfile
from tidemark.schema.records import MessageRecord, SessionRecord, SummaryRecord
from tidemark.settings import Settings
from tidemark.transfer import conversation, jsonl
from tidemark.transfer.readers import formats
from utils import TokenCounter

NOW = dt.datetime(2026, 3, 2, 18, 41, tzinfo=dt.UTC)
NAMES = ("conv-26", "beam-5")
REPLAYED = ("beam-5",)


@pytest.fixture(scope="module")
def held(data_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Held]:
    """Import two conversations and replay one, once for all tests."""
    place = tmp_path_factory.mktemp("conversations")
    with unwatched():
        return conversations.run(data_dir, place, names=NAMES, replayed=REPLAYED)


@pytest.mark.slow
def test_every_message_is_stored_as_it_was_said(held: list[Held], data_dir: Path) -> None:
    sources = [each for each in conversations.sources(data_dir) if each.name in NAMES]
    for source, one in zip(sources, held, strict=False):
        read = formats.read(source.path, name=source.sample)
        assert [(said.role, said.content) for said in one.record.messages] == [
            (said.role, said.content) for said in read.messages
        ]


def test_there_are_many_messages_and_dozens_of_summaries(held: list[Held]) -> None:
    assert sum(len(one.record.messages) for one in held) > 800
    assert min(len(one.sizes) for one in held) >= 12


def test_every_view_was_seen(held: list[Held]) -> None:
    (replayed,) = held[len(NAMES) :]
    assert len(replayed.seen) >= len(replayed.record.messages) // 2


@pytest.mark.slow
def test_ranges_budget_size_and_grounding_hold(held: list[Held], counter: TokenCounter) -> None:
    assert conversations.faults(held, counter) == []


def test_an_analysis_takes_less_than_a_kilobyte(held: list[Held]) -> None:
    taken = [size for one in held for size in one.analysed_bytes]

    assert len(taken) > 100
    assert statistics.median(taken) < 500
    assert max(taken) <= conversations.ANALYSED_BYTES


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_conversation_is_imported_into_a_server_as_into_a_file(
    held: list[Held], data_dir: Path, settings: Callable[..., Settings], counter: TokenCounter
) -> None:
    source = conversations.sources(data_dir)[0]
    with closing(Assistant(settings(), engine=BuiltinEngine())) as assistant, unwatched():
        one = conversations.bring_in(assistant, source)
        text = assistant.transfer.export_text(source.name)
        path = assistant.transfer.export(source.name)
        assistant.sessions.delete([source.name])
        assistant.transfer.import_file(path)
        assert assistant.transfer.export_text(source.name) == text

    assert list(conversations.broken(one.record, counter)) == []
    assert [(at.role, at.content) for at in one.record.messages] == [
        (at.role, at.content) for at in held[0].record.messages
    ]
    assert [ranged(at) for at in one.record.summaries] == [
        ranged(at) for at in held[0].record.summaries
    ]


@pytest.mark.slow
def test_each_comes_back_from_its_export(held: list[Held], tmp_path: Path) -> None:
    with local_database(f"sqlite:///{tmp_path / 'other.db'}") as other:
        for one in held:
            lines = list(jsonl.write(one.record))
            (read,) = formats.parse("\n".join(lines).encode(), one.name)
            assert isinstance(read, SessionRecord)
            other.restore(one.name, read)
            assert list(jsonl.write(other.record(one.name))) == lines


def test_an_import_folds_where_the_chat_would_have(settings: Callable[..., Settings]) -> None:
    read = formats.read(sample.ENGLISH.path)
    engine = ScriptedEngine(replies=[said.content for said in read.messages[1::2]])
    with closing(Assistant(settings(), engine=engine)) as assistant:
        *_, last = assistant.turns.replay(conversation.questions(read))
        imported = assistant.transfer.import_file(sample.ENGLISH.path)
        chatted, brought = (
            assistant.database.record(session_id).summaries
            for session_id in (last.session_id, imported.session_id)
        )
    assert [ranged(summary) for summary in brought] == [ranged(summary) for summary in chatted]
    assert len(brought) == 2


def ranged(summary: SummaryRecord) -> tuple[int, int, list[str]]:
    texts = [item.text for _, item in summary.memory.all_items()]
    return summary.from_message_index, summary.to_message_index, texts


def message(position: int, content: str, *, summary: int | None = 0) -> MessageRecord:
    return MessageRecord(
        position=position,
        role="assistant" if position % 2 else "user",
        content=content,
        timestamp=NOW,
        token_count=10,
        is_summarized=summary is not None,
        summary=summary,
    )


def summary(item: Item, *bounds: int, token_count: int | None = None) -> SummaryRecord:
    remembered = SessionMemory(user_profile=UserProfile(constraints=(item,)))
    return SummaryRecord(
        memory=remembered,
        timestamp=NOW,
        from_message_index=bounds[0],
        to_message_index=bounds[1],
        created_at=NOW,
        token_count=token_count or TokenCounter().count_tokens(merging.render(remembered)),
    )


BUDGET = Item(text="stay under 2,800 euros", quote="under 2,800 euros", message_ids=(0,))
MESSAGES = (
    message(0, "We must stay under 2,800 euros."),
    message(1, "Noted."),
    message(2, "Thanks.", summary=None),
)
LONG = " ".join(f"euro{number}" for number in range(90))


@pytest.mark.parametrize(
    ("messages", "summaries", "faults"),
    [
        (MESSAGES, [summary(BUDGET, 0, 1)], []),
        (
            MESSAGES,
            [summary(BUDGET, 1, 1)],
            ["summary 0 begins at 1, not at 0"],
        ),
        (
            (*MESSAGES[:1], message(1, "Noted.", summary=None), MESSAGES[2]),
            [summary(BUDGET, 0, 1)],
            ["message 1 is not under summary 0"],
        ),
        (
            (*MESSAGES[:2], message(2, "Thanks.")),
            [summary(BUDGET, 0, 1)],
            ["message 2 is covered by no summary's range"],
        ),
        (
            MESSAGES,
            [summary(BUDGET, 0, 1, token_count=3)],
            ["summary 0 weighs 9 tokens, stored as 3"],
        ),
        (
            (message(0, LONG), MESSAGES[1]),
            [summary(Item(text=LONG, message_ids=(0,)), 0, 1)],
            ["summary 0 has 182 tokens"],
        ),
        (
            MESSAGES,
            [summary(BUDGET.model_copy(update={"text": "stay under 2,900 dollars"}), 0, 1)],
            [
                "summary 0, constraints, 'stay under 2,900 dollars': nobody said 900, dollar",
                "summary 0, constraints, 'stay under 2,900 dollars': nobody said 2,900",
            ],
        ),
        (
            MESSAGES,
            [summary(BUDGET.model_copy(update={"quote": "under 2,900"}), 0, 1)],
            ["summary 0, constraints, 'stay under 2,800 euros': quotes what nobody said"],
        ),
        (
            (*MESSAGES[:1], message(1, "Stay under 2,800 euros."), MESSAGES[2]),
            [summary(Item(text="stay under 2,800 euros", message_ids=(1,)), 0, 1)],
            ["summary 0, constraints, 'stay under 2,800 euros': is not the person's own"],
        ),
    ],
    ids=[
        "sound",
        "gap",
        "not marked",
        "marked outside",
        "wrong count",
        "too long",
        "ungrounded",
        "misquoted",
        "another's words",
    ],
)
def test_a_broken_promise_is_seen(
    messages: tuple[MessageRecord, ...],
    summaries: list[SummaryRecord],
    faults: list[str],
    counter: TokenCounter,
) -> None:
    record = SessionRecord(
        session_id="s",
        title="",
        created_at=NOW,
        updated_at=NOW,
        messages=messages,
        summaries=tuple(summaries),
    )
    assert list(conversations.broken(record, counter)) == faults


@pytest.mark.parametrize(
    ("seen", "fits"),
    [
        (ViewSize(THRESHOLD, 10, is_alone=False), True),
        (ViewSize(THRESHOLD + 1, 10, is_alone=False), False),
        (ViewSize(3000, 3000, is_alone=True), True),
        (ViewSize(3000, 2900, is_alone=False), False),
    ],
)
def test_only_a_question_alone_may_pass_the_budget(seen: ViewSize, fits: bool) -> None:  # noqa: FBT001
    assert seen.fits is fits
