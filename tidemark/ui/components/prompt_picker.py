"""The list of saved prompts, which opens in the browser when a message begins with a slash."""

from assistant import Assistant
from tidemark.ui.components import frontend
from tidemark.ui.i18n import texts

_PICKER = frontend.component(__file__, "prompt_picker")


def listen(assistant: Assistant) -> None:
    """Offer the person's saved prompts in the composer."""
    prompts = sorted(assistant.configuration.preferences.prompts.items())
    _PICKER(
        key="prompt_picker",
        data={
            "prompts": [{"name": name, "text": text} for name, text in prompts],
            "words": {
                "list": texts.PROMPTS,
                "found": texts.PROMPTS_FOUND,
                "manage": texts.PROMPTS_MANAGE,
            },
        },
        height="content",
    )
