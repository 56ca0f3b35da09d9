"""Whose data a request reads and writes: the Assistant of its user and notebook.

On one's own machine, with nobody configured, any ``X-User-ID`` is taken as given.
"""

from typing import Annotated

from fastapi import Depends, Header, Query, Request

from assistant import Assistant
from tidemark.errors import InvalidUser
from tidemark.schema.scope import GENERAL, LOCAL, Scope


def assistant_of(
    request: Request,
    user: Annotated[
        str | None, Header(alias="X-User-ID", description="Whose data; by default `local`.")
    ] = None,
    notebook: Annotated[
        str | None, Query(description="The name of a notebook; by default General.")
    ] = None,
) -> Assistant:
    """Return the Assistant for the user and the notebook that a request names.

    Raises:
        InvalidUser: The name of the user cannot be one.
        NotebookNotFound: The user has no such notebook.
    """
    return of_user(request, user or LOCAL.user_id, notebook)


def of_user(request: Request, user_id: str, notebook: str | None = None) -> Assistant:
    """Return the Assistant for a user and one of their notebooks, by name.

    Raises:
        InvalidUser: ``user_id`` cannot name a user.
        NotebookNotFound: The user has no such notebook.
    """
    opened: Assistant = request.app.state.opened()
    try:
        scope = Scope(user_id, GENERAL)
    except ValueError as error:
        raise InvalidUser(user_id) from error
    assistant = opened.scoped(scope)
    if notebook is None:
        return assistant
    return opened.scoped(Scope(user_id, assistant.notebooks.find(notebook).notebook_id))


Caller = Annotated[Assistant, Depends(assistant_of)]
