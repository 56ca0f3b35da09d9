"""Command for a person's own settings: print and change them."""

import json
from typing import Annotated

import typer

from tidemark.cli import formatting, terminal
from tidemark.cli.common import AsJson, opened
from tidemark.preferences import InvalidPreference, Preferences


def settings(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The setting to print or change.")
    ] = None,
    value: Annotated[
        str | None, typer.Argument(metavar="VALUE", help="Its new value; prices are JSON.")
    ] = None,
    *,
    default: Annotated[bool, typer.Option("--default", help="Return it to its default.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print your own settings, or change one.

    A change takes effect from the next message on, also on the page.  Names: engine, budget,
    clarifying (freely, stuck or never), across, time_zone, language, dates, prices,
    retention_days, instructions, prompts and shares_questions.
    """
    if default and (name is None or value is not None):
        raise typer.BadParameter("--default takes a NAME and no VALUE")
    with opened() as assistant:
        choosing = assistant.configuration
        if name is not None and default:
            choosing.reset(name)
        elif name is not None and value is not None:
            choosing.choose(name, _read(name, value))
        elif name is not None:
            Preferences.known_name(name)
        chosen = choosing.preferences
        terminal.print_result(
            chosen, "\n".join(formatting.of_preferences(chosen, name)), as_json=as_json
        )


def _read(name: str, value: str) -> object:
    if not value.startswith("{"):
        return value
    try:
        return json.loads(value)
    except ValueError as error:
        raise InvalidPreference(name, value, "it is not JSON") from error


def register(app: typer.Typer) -> None:
    """Add this command to ``app``."""
    app.command()(settings)
