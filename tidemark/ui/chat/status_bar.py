"""The bar above the composer: a notice, the meter, and Stop."""

from dataclasses import dataclass

import streamlit as st

from assistant import Assistant
from tidemark.runtime.runs import Run
from tidemark.schema import Message, Meter
from tidemark.ui import tab_state
from tidemark.ui.chat import folds, model_choice, token_meter
from tidemark.ui.chat.turn_progress import TurnProgress
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts
from tidemark.ui.sources import choice
from tidemark.ui.streamlit_internals import DeltaGenerator


@dataclass(frozen=True)
class MeterState:
    """The values shown on the meter: the stored count, the reply in progress, the last turn's fold.

    ``read`` is the number of tokens read for the last answer.
    """

    stored: Meter
    draft: str = ""
    fold: tab_state.LastFold | None = None
    is_folding: bool = False
    read: int = 0

    @property
    def numbers(self) -> str:
        """Return the numbers and the bar as HTML."""
        whole = token_meter.with_draft(self.stored, self.draft)
        fold = (self.fold.before, self.fold.after) if self.fold else None
        numbers = token_meter.numbers_html(
            whole, fold, read=self.read, is_estimate=bool(self.draft), is_folding=self.is_folding
        )
        return f'<div class="numbers">{numbers}</div>'

    @property
    def parts(self) -> str:
        """Return the parts of the count as Markdown."""
        whole = token_meter.with_draft(self.stored, self.draft)
        return token_meter.parts_table(
            whole, draft_tokens=whole.active - self.stored.active, read=self.read
        )


def meter_state(run: Run, stored: Meter, progress: TurnProgress) -> MeterState:
    """Return the meter's values during ``run``; ``stored`` is the count stored before it."""
    fold = tab_state.LastFold.of(progress.fold, run.question_id) if progress.fold else None
    return MeterState(stored, progress.text, fold)


def draw(
    assistant: Assistant,
    session_id: str | None,
    state: MeterState | None,
    *,
    at: DeltaGenerator,
    is_live: bool,
    asked: Message | None = None,
) -> None:
    """Draw the bar at a place; without a ``state``, draw no meter.  ``asked`` is the last question.

    A missing element is drawn as an empty one: elements that a fragment draws outside of itself
    stay until another element replaces them.
    """
    with at:
        with st.container(key="notice"):
            told = tab_state.notice(again=is_live)
            if told:
                st.warning(safe_markdown.literal(told), title=texts.NOT_SENT)
            else:
                st.empty()
        with st.container(
            key="meter", horizontal=True, vertical_alignment="center", wrap=False, gap="small"
        ):
            numbers = state.numbers if state else ""
            st.html(numbers if session_id else f'<div class="no-chat">{numbers}</div>')
            is_folding = state is not None and state.is_folding
            if is_live or is_folding:  # they apply from the next message on
                st.empty()
            else:
                _choices(assistant, session_id, asked)
            opened = st.popover(
                texts.PARTS, key=folds.METER_POPOVER, type="tertiary", on_change="rerun"
            )
            with opened:
                st.markdown(state.parts if state else "")
                if opened.open and session_id is not None:
                    folds.draw_forecast(assistant, session_id, is_busy=is_live or is_folding)
            if session_id is not None and (is_live or is_folding):
                # In a container: Streamlit keeps showing a focused button, as this one is
                # once clicked, until it tells the browser that the run that removed it has ended.
                # It never does if a run of another fragment begins first.
                with st.container(width="content"):
                    st.button(
                        texts.STOP,
                        key="stop",
                        icon=":material/stop_circle:",
                        on_click=assistant.turns.stop if is_live else assistant.folding.stop,
                        args=(session_id,),
                        shortcut="Esc",
                    )
            elif session_id is not None and state is not None and state.fold is not None:
                folds.undo_button(assistant, session_id, state.fold)
            else:
                st.empty()


def _choices(assistant: Assistant, session_id: str | None, asked: Message | None) -> None:
    """Draw the sources and the model of the next answer."""
    # On a phone there is room for their names only without a meter
    key = "choices_of_chat" if session_id else "choices"
    with st.container(key=key, horizontal=True, width="content", gap="small"):
        choice.draw(session_id, asked)
        model_choice.draw(assistant, session_id)
