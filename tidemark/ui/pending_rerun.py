"""Whether somebody waits for the drawing that is under way to end, as after a click.

A click in a part of the page does not interrupt the drawing of another: Streamlit lets it wait.
What draws for long therefore asks, and ends its drawing then.
"""

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType


def is_somebody() -> bool:
    """Whether another drawing, or the end of this page, was asked for since this one began."""
    context = get_script_run_ctx(suppress_warning=True)
    requests = context.script_requests if context is not None else None
    if requests is None:
        return False
    return requests._state is not ScriptRequestType.CONTINUE  # noqa: SLF001 - it has no public name
