"""What the inspector says of a view, in words and as a bar."""

import re

import pytest

from tests.conversing import KEPT, NOW, SESSION
from tidemark.schema import (
    Citation,
    ContextView,
    Item,
    LeftOut,
    MessageMetadata,
    Reason,
    Turn,
    Usage,
    ViewPiece,
)
from tidemark.schema.prompt_snapshot import (
    NOTHING,
    Excluded,
    InspectedTurn,
    Instructions,
    PromptSnapshot,
)
from tidemark.schema.sources import Section, SourceSpan
from tidemark.schema.tables import TableAnswer, TableResult
from tidemark.schema.tools import ToolCall, ToolUse
from tidemark.ui.chat import prompt_inspector

TURN = Turn(
    id=3,
    session_id=SESSION,
    question_id=5,
    reply_id=6,
    status="done",
    reason=None,
    owner="me",
    heartbeat=NOW,
)
ITEM = ViewPiece(
    kind="item",
    text="Todo: pay the rent",
    tokens=5,
    reason=Reason("remembered"),
    message_ids=(1,),
    item_kind="todos",
    item=Item(text="pay the rent", message_ids=(1,)),
)
RECALLED = ViewPiece(kind="recalled", text="Rent?", tokens=4, reason=Reason("matches", ("rent",)))
SAID = ViewPiece(kind="message", text="Hello", tokens=10, reason=Reason("active"), message_ids=(2,))
QUESTION = ViewPiece(kind="question", text="And?", tokens=6, reason=Reason("question"))


def inspected(*pieces: ViewPiece, kept: PromptSnapshot = KEPT) -> InspectedTurn:
    view = ContextView(question="And?", pieces=(*pieces, QUESTION), tokens=30, threshold=40)
    return InspectedTurn(turn=TURN, view=view, kept=kept, is_as_sent=True)


@pytest.mark.parametrize(
    ("made_of", "line"),
    [
        ((0, 0, 0), "Based on your message only"),
        ((1, 0, 0), "Based on 1 earlier message"),
        ((4, 0, 0), "Based on 4 earlier messages"),
        ((0, 1, 0), "Based on 1 similar question"),
        ((0, 0, 2), "Based on 2 remembered items"),
        ((1, 0, 1), "Based on 1 earlier message and 1 remembered item"),
        ((4, 2, 3), "Based on 4 earlier messages, 2 similar questions and 3 remembered items"),
    ],
)
def test_the_line_under_a_reply_says_of_how_much_it_was_made(
    made_of: tuple[int, int, int], line: str
) -> None:
    assert prompt_inspector.label(*made_of) == line


def test_what_a_reply_quotes_is_counted_and_not_what_else_was_read() -> None:
    quoted = (
        Citation(of=4, start=0, end=4),
        Citation(of=4, start=0, end=4),
        Citation(kind="source", of=1, start=0, end=4, number=2),
    )
    span = SourceSpan(
        source="a.md", version=1, version_key=1, place=Section(start=0, end=9), start=0, end=9
    )
    metadata = MessageMetadata(sources=(14, 1, 0), passages=(span, span), citations=quoted)
    assert prompt_inspector.label_of(metadata) == (
        "Based on 1 earlier message and 1 passage of your sources"
    )
    all_used = metadata.model_copy(update={"sources": (1, 0, 0), "passages": (span,)})
    assert prompt_inspector.label_of(all_used).endswith("1 passage of your sources")
    nothing_cited = metadata.model_copy(update={"citations": ()})
    assert prompt_inspector.label_of(nothing_cited).startswith("Based on 14 earlier messages, 1")
    answer = TableAnswer(
        sql="", explanation="", tables_used=("plots",), result=TableResult(columns=(), rows=())
    )
    use = ToolUse(call=ToolCall(name="query_tables"), result="", table=answer)
    of_table = MessageMetadata(tool_uses=(use,), engine="builtin")
    assert prompt_inspector.label_of(of_table) == "Based on 1 table"
    by_tool = ToolUse(call=ToolCall(name="read_document", arguments={"name": "list"}), result="")
    for told in (
        MessageMetadata(document="list", engine="builtin"),
        MessageMetadata(tool_uses=(by_tool,), engine="gemini"),
    ):
        assert prompt_inspector.label_of(told) == "Based on 1 document"
    found_none = MessageMetadata(sources=(50, 0, 0), engine="builtin")
    line = "Based on your message only"
    assert prompt_inspector.label_of(found_none) == line


def test_the_bar_holds_each_kind_and_what_frames_them_and_adds_up() -> None:
    drawn = prompt_inspector.kinds_html(inspected(ITEM, RECALLED, SAID))

    named = re.findall(r'<li class="kind-(\w+)">[^<]+<strong>(\d+)<', drawn)
    assert named == [
        ("item", "5"),
        ("recalled", "4"),
        ("message", "10"),
        ("question", "6"),
        ("frame", "5"),
    ]
    widths = re.findall(r'<span class="kind-\w+" style="width:([\d.]+)%">', drawn)
    assert sum(map(float, widths)) == pytest.approx(75.0)  # 30 tokens of 40


def test_a_remembered_item_is_named_in_the_words_of_the_page() -> None:
    drawn = prompt_inspector.piece_html(ITEM, "")
    assert re.findall(">([^<]+)<", drawn) == ["Remembered", "To do", "5 tokens", "pay the rent"]


def test_of_a_message_and_the_item_from_it_the_message_is_what_was_used() -> None:
    cited = MessageMetadata(
        citations=(Citation(kind="message", of=1, start=0, end=4),), passages=()
    )
    said = SAID.model_copy(update={"message_ids": (1,)})
    assert prompt_inspector.used_pieces(cited, (ITEM, said)) == {1}
    assert prompt_inspector.used_pieces(cited, (ITEM, SAID)) == {0}


def test_our_count_stands_beside_that_of_the_service() -> None:
    told = Instructions(on=NOW.date(), tokens=512, sha256="f" * 64)
    usage = Usage(input_tokens=547, output_tokens=20, calls=1)
    places = KEPT.places.model_copy(update={"instructions": told, "usage": usage})
    kept = KEPT.model_copy(update={"places": places})

    count = (
        "30 tokens were read, of 40 that fit (about three quarters of a word each), counted by "
        "Tidemark"
    )
    nothing = "Reading does not fill the memory."
    assert prompt_inspector.counts_text(inspected()) == f"{count}. {nothing}"
    assert prompt_inspector.counts_text(inspected(kept=kept)) == (
        f"{count}, plus 512 of instructions. {nothing} "
        "The service counted 547 tokens read, including instructions, and 20 written."
    )


def test_what_is_left_out_by_a_wish_is_named_by_what_does_not_change() -> None:
    assert prompt_inspector.excluding(ITEM) == Excluded(items=(("todos", "pay the rent"),))
    assert prompt_inspector.excluding(SAID) == Excluded(message_ids=(2,))
    assert prompt_inspector.excluding(QUESTION) == NOTHING


def test_what_was_left_out_says_by_how_much_it_missed_or_that_it_was_wished() -> None:
    wished = RECALLED.model_copy(update={"reason": Reason("excluded")})

    assert (
        prompt_inspector.left_out_text(LeftOut(piece=RECALLED, missed_by=1))
        == "did not fit, by 1 token"
    )
    assert (
        prompt_inspector.left_out_text(LeftOut(piece=RECALLED, missed_by=7))
        == "did not fit, by 7 tokens"
    )
    assert (
        prompt_inspector.left_out_text(LeftOut(piece=wished, missed_by=0))
        == "Left out at your request"
    )
