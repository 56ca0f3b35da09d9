"""What is pinned under the chat: a note, the meter, Stop, and the composer."""

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tidemark.schema import Meter
from tidemark.ui import composer, markup, meter, tab, texts
from tidemark.ui.verbs import Verbs


@dataclass(frozen=True)
class Reading:
    """What the meter shows: the stored count, the reply being written, the fold of this turn."""

    stored: Meter
    draft: str = ""
    fold: tuple[int, int] | None = None

    @property
    def numbers(self) -> str:
        """The numbers and the bar, as HTML."""
        return meter.numbers(meter.with_draft(self.stored, self.draft), self.fold)

    @property
    def parts(self) -> str:
        """What the number is made of, as Markdown."""
        whole = meter.with_draft(self.stored, self.draft)
        return meter.parts(whole, whole.active - self.stored.active)


@dataclass(frozen=True)
class Foot:
    """The meter as drawn, which a turn under way keeps changing."""

    numbers: DeltaGenerator
    parts: DeltaGenerator

    def show(self, reading: Reading) -> None:
        """Show another ``reading``."""
        self.numbers.html(reading.numbers)
        self.parts.markdown(reading.parts)


def draw(
    verbs: Verbs, session_id: str | None, reading: Reading | None, *, fresh: int, is_live: bool
) -> Foot:
    """Draw what is pinned under the chat; ``fresh`` messages are in the live part above.

    Without a ``reading`` the meter is left empty.  What is not there always is drawn as nothing:
    a part drawn by a fragment down here outlives it, until something takes its place.
    """
    with st.bottom, st.container(key="foot", gap="xsmall"):
        with st.container(key="notice"):
            told = tab.told(again=is_live)  # a turn under way draws this many times a second
            if told:
                st.warning(markup.literal(told), title=texts.NOT_SENT)
            else:
                st.empty()
        with st.container(
            key="meter", horizontal=True, vertical_alignment="center", wrap=False, gap="small"
        ):
            numbers = st.html(reading.numbers if reading else "")
            with st.popover(texts.PARTS, key="meter_parts", type="tertiary"):
                parts = st.markdown(reading.parts if reading else "")
            if is_live and session_id is not None:
                st.button(
                    texts.STOP,
                    key="stop",
                    icon=":material/stop_circle:",
                    on_click=verbs.stop,
                    args=(session_id,),
                    shortcut="Esc",
                )
            else:
                st.empty()
        composer.draw(verbs, session_id, fresh)
    return Foot(numbers, parts)
