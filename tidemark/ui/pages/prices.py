"""Prices of models, set by the person: one row a model, in one currency."""

import streamlit as st

from assistant import Assistant
from tidemark.preferences import Price, Prices
from tidemark.ui import error_display
from tidemark.ui.components import safe_markdown
from tidemark.ui.components.save_feedback import save
from tidemark.ui.i18n import texts

_CURRENCIES = ("USD", "EUR", "GBP", "CHF", "CAD", "AUD", "JPY", "CNY", "INR", "BRL")


@st.fragment
def draw(assistant: Assistant) -> None:
    """Draw the price table."""
    with (
        st.container(key="settings_prices", gap="medium"),
        error_display.guarded("settings_prices"),
    ):
        st.header(texts.PRICES, anchor=False)
        st.caption(texts.PRICES_EXPLAINED)
        prices = assistant.configuration.preferences.prices
        offered = tuple(dict.fromkeys((*_CURRENCIES, prices.currency)))
        st.selectbox(
            texts.CURRENCY,
            offered,
            index=offered.index(prices.currency),
            key="price_currency",
            on_change=_set_currency,
            args=(assistant,),
        )
        for number, model in enumerate(_models(assistant, prices)):
            _row(assistant, prices, model, number)
        with (
            st.form("price_add", border=False, clear_on_submit=True),
            st.container(horizontal=True, vertical_alignment="bottom", gap="small"),
        ):
            st.text_input(texts.PRICE_MODEL, key="price_add_name", max_chars=200)
            st.form_submit_button(
                texts.PRICE_ADD, key="price_add_do", on_click=_add, args=(assistant,)
            )


def _models(assistant: Assistant, prices: Prices) -> tuple[str, ...]:
    """Return the models that can be chosen, then the others that have a price."""
    chosen = (choice.partition(":")[2] for choice in assistant.configuration.choices())
    return tuple(dict.fromkeys((*filter(None, chosen), *prices.models)))


def _row(assistant: Assistant, prices: Prices, model: str, number: int) -> None:
    price = prices.models.get(model, Price())
    row = st.container(
        key=f"price_{number}", horizontal=True, vertical_alignment="bottom", gap="small"
    )
    with row:
        for side, words in texts.named("PRICE_OF").items():
            st.number_input(
                words.format(model=safe_markdown.literal(model)),
                min_value=0.0,
                max_value=1_000_000.0,
                value=getattr(price, side),
                step=0.1,
                format="%0.3f",
                key=f"price_{side}_{model}",
                on_change=_set,
                args=(assistant, model),
            )
        if model in prices.models:
            st.button(
                texts.PRICE_DROP,
                key=f"price_drop_{model}",
                type="tertiary",
                on_click=_drop,
                args=(assistant, model),
            )


def _set(assistant: Assistant, model: str) -> None:
    sides = {side: float(st.session_state[f"price_{side}_{model}"]) for side in Price.model_fields}
    _keep(
        assistant,
        models={**assistant.configuration.preferences.prices.models, model: Price(**sides)},
    )


def _set_currency(assistant: Assistant) -> None:
    _keep(assistant, currency=st.session_state["price_currency"])


def _add(assistant: Assistant) -> None:
    model = str(st.session_state["price_add_name"]).strip()
    if model:
        _keep(
            assistant, models={model: Price(), **assistant.configuration.preferences.prices.models}
        )


def _drop(assistant: Assistant, model: str) -> None:
    for side in Price.model_fields:
        st.session_state.pop(f"price_{side}_{model}", None)
    kept = assistant.configuration.preferences.prices.models
    _keep(assistant, models={name: price for name, price in kept.items() if name != model})


def _keep(assistant: Assistant, **changed: object) -> None:
    prices = assistant.configuration.preferences.prices.model_copy(update=changed)
    save(lambda: assistant.configuration.choose("prices", prices), is_of_turns=False)
