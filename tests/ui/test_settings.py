"""The page Settings without a browser: what is drawn, what a change does, what is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from benchmark.databases import local_database
from tests.ui.test_page import opened
from tidemark.preferences import Preferences, Price, Prices

__all__ = ["opened"]  # a fixture


def kept() -> Preferences:
    with local_database(f"sqlite:///{Path.cwd()}/tidemark.db") as database:
        return Preferences.of_stored(database.preferences.all())


def said(page: AppTest) -> list[str]:
    return [toast.value for toast in page.toast]


@pytest.fixture
def settings_page(opened: AppTest) -> Iterator[AppTest]:
    opened.run()
    opened.button(key="to_settings").click().run()
    assert not opened.exception
    yield opened
    assert not opened.exception


def test_the_settings_are_a_page_of_its_own_with_a_way_back(settings_page: AppTest) -> None:
    assert settings_page.query_params["view"] == "settings"
    assert [title.value for title in settings_page.title] == ["Settings"]
    assert [header.value for header in settings_page.header] == [
        "Answers",
        "Saved prompts",
        "Appearance and language",
        "Prices",
        "Your data",
    ]
    settings_page.button(key="back_to_chat").click().run()
    assert "view" not in settings_page.query_params
    assert settings_page.title[0].value == "What would you like to talk about?"


def test_a_change_is_kept_said_and_holds_on_the_meter(settings_page: AppTest) -> None:
    settings_page.number_input(key="setting_budget").set_value(800).run()
    assert said(settings_page) == ["Saved. It applies from your next message."]
    settings_page.radio(key="setting_clarifying").set_value("never").run()
    settings_page.toggle(key="setting_across").set_value(False).run()
    settings_page.text_area(key="setting_instructions").set_value("Be brief.").run()
    assert kept() == Preferences(
        budget=800, clarifying="never", across=False, instructions="Be brief."
    )
    settings_page.button(key="back_to_chat").click().run()
    assert 'title="0 of 800 tokens"' in settings_page.html[-1].value
    settings_page.button(key="to_settings").click().run()
    settings_page.number_input(key="setting_budget").set_value(1200).run()
    assert kept().budget is None


def test_the_address_of_a_model_says_nothing_of_where_another_engine_sends(
    opened: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGINE", "gemini")
    monkeypatch.setenv("GOOGLE_API_KEY", "a-key")
    monkeypatch.setenv("LLM_BASE_URL", "http://127.0.0.1:9/v1")
    opened.run()
    (told,) = (each.value for each in opened.caption if "What you write" in each.value)
    assert told.endswith(r"What you write is sent to Google\.")


def test_another_engine_is_chosen_and_tried(settings_page: AppTest) -> None:
    engine = settings_page.selectbox(key="engine_in_en")
    assert engine.options == [
        "Default: Scripted",
        "Built-in answers (no model)",
    ]
    engine.set_value("builtin").run()
    assert kept().engine == "builtin"
    settings_page.button(key="test_engine").click().run()
    told = [caption.value for caption in settings_page.caption]
    assert any("Built\\-in answers" in each for each in told)
    assert any("need no key and no network" in each for each in told)


def test_the_page_speaks_the_language_that_is_chosen(settings_page: AppTest) -> None:
    settings_page.selectbox(key="language_in_en").set_value("nl").run()
    assert settings_page.title[0].value == "Instellingen"
    settings_page.selectbox(key="dates_in_nl").set_value("iso").run()
    assert kept() == Preferences(language="nl", dates="iso")
    today = [each.value for each in settings_page.caption if "Vandaag" in each.value]
    assert today[0].count("-") == 2
    settings_page.selectbox(key="language_in_nl").set_value("browser").run()
    assert settings_page.title[0].value == "Settings"
    assert kept().language == ""


def test_prices_are_added_set_and_taken_away(settings_page: AppTest) -> None:
    settings_page.text_input(key="price_add_name").set_value("gpt-5.5")
    settings_page.button(key="price_add_do").click().run()
    settings_page.number_input(key="price_input_gpt-5.5").set_value(1.25).run()
    settings_page.number_input(key="price_output_gpt-5.5").set_value(10.0).run()
    settings_page.selectbox(key="price_currency").set_value("EUR").run()
    price = Price(input=1.25, output=10)
    assert kept().prices == Prices(currency="EUR", models={"gpt-5.5": price})
    settings_page.button(key="price_drop_gpt-5.5").click().run()
    assert kept().prices == Prices(currency="EUR")


def test_prompts_are_saved_renamed_and_deleted_and_none_takes_the_place_of_another(
    settings_page: AppTest,
) -> None:
    def write(of: str, name: str, text: str, do: str) -> None:
        settings_page.text_input(key=f"prompt_name_{of}").set_value(name)
        settings_page.text_area(key=f"prompt_text_{of}").set_value(text)
        settings_page.button(key=do).click().run()

    write("", "/Short reply", "Reply in one sentence: ", "prompt_add_do")
    write("", "plan", "Plan my week.", "prompt_add_do")
    write("", "plan", "Plan my day.", "prompt_add_do")
    assert said(settings_page) == ["Not saved: there is already a prompt /plan."]
    write("", "plan", "  ", "prompt_add_do")
    assert said(settings_page) == ["Not saved: a prompt needs a name and a text."]
    write("plan", "week", "Plan my week, with rests.", "prompt_save_plan")
    assert kept().prompts == {
        "Short-reply": "Reply in one sentence:",
        "week": "Plan my week, with rests.",
    }
    with local_database(f"sqlite:///{Path.cwd()}/tidemark.db") as database:  # another process
        database.preferences.put("prompts", {**kept().prompts, "tea": "Pour tea."})
    settings_page.button(key="prompt_drop_Short-reply").click().run()
    assert sorted(kept().prompts) == ["tea", "week"]


def test_who_agrees_learns_from_others_where_that_is_offered(
    opened: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_ENABLE_CROSS_USER_LEARNING", "1")
    opened.run()
    opened.button(key="to_settings").click().run()
    opened.toggle(key="setting_learning").set_value(True).run()
    assert kept().shares_questions
    opened.toggle(key="setting_learning").set_value(False).run()
    assert not opened.exception
    assert not kept().shares_questions
