"""A chat as a client of OpenAI's protocol sends it: all messages, its tools, their results."""

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator

from tidemark.errors import NoQuestion, ParameterNotServed
from tidemark.schema.tools import CallerTools, ToolCall, ToolRequest, ToolRound, ToolSpec, ToolUse
from tidemark.schema.turns import SamplingOptions
from tidemark.storage.column_types import is_session_id
from tidemark.tools.running import storable_json
from tidemark.transfer.conversation import derived_id
from utils import storable

OWN = "tidemark"  # the model name for the engine of the settings
_MOST_TOOLS = 128
_CALL = "call_{question_id}_{number}"
_DERIVED = ("user_", "import_", "chatgpt_", "claude_")  # beginnings of ids that can be computed
_OF_MODELS = ("temperature", "max_tokens", "max_completion_tokens")
_NO_PARAMETERS: dict[str, object] = {"type": "object", "properties": {}}


class MessagePart(BaseModel):
    """A part of a message; parts other than text are refused."""

    type: Literal["text", "input_text"]
    text: str


class CalledFunction(BaseModel):
    """A called function; its arguments are JSON."""

    name: str
    arguments: str = "{}"


class ClientToolCall(BaseModel):
    """A call of a client's tool."""

    id: str
    type: Literal["function"] = "function"
    function: CalledFunction


class ChatMessage(BaseModel):
    """A message of the chat as the client stores it."""

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: str | list[MessagePart] | None = None
    tool_calls: list[ClientToolCall] | None = None
    tool_call_id: str = ""

    @property
    def text(self) -> str:
        """The text of the message."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content)
        return self.content or ""


class StreamOptions(BaseModel):
    """Options for data that a stream sends besides the pieces."""

    include_usage: bool = False


class ToolFunction(BaseModel):
    """A function of the client; ``parameters`` is the JSON Schema of its arguments."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    description: str | None = None
    parameters: dict[str, JsonValue] | None = None


class ClientTool(BaseModel):
    """A tool of the client, which runs it."""

    type: Literal["function"]
    function: ToolFunction

    @property
    def spec(self) -> ToolSpec:
        """The tool as described to an engine."""
        given = self.function
        parameters = given.parameters or _NO_PARAMETERS
        return ToolSpec(given.name, given.description or "", parameters)


class ResponseFormat(BaseModel):
    """The format of an answer."""

    type: Literal["text"] = "text"


class ChatCompletionRequest(BaseModel):
    """A chat to answer; fields not listed here have no effect: a warning names them."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "example": {
                "model": OWN,
                "messages": [{"role": "user", "content": "When does the trip begin?"}],
            }
        },
    )

    model: str = OWN
    messages: list[ChatMessage] = Field(min_length=1)
    stream: bool = False
    stream_options: StreamOptions | None = None
    tools: Annotated[
        list[ClientTool],
        Field(
            max_length=_MOST_TOOLS,
            description="Functions of the client: the answer may call them; the request is then "
            "sent again with their results.",
        ),
    ] = []
    tool_choice: Annotated[
        str | dict[str, Any] | None,
        Field(
            description="`none` prevents tool calls; with any other value a language model "
            "decides. `required`, or a function's name, is refused if no tool can be called: "
            "without `tools`, and by the built-in engine."
        ),
    ] = None
    temperature: Annotated[
        float | None,
        Field(ge=0, le=2, description="A language model's temperature; by default its own."),
    ] = None
    max_tokens: Annotated[
        int | None, Field(ge=1, description="Limit of the answer's tokens; by default the model's.")
    ] = None
    max_completion_tokens: Annotated[
        int | None, Field(ge=1, description="Newer name of `max_tokens`; takes precedence.")
    ] = None
    n: Annotated[
        int | None, Field(ge=1, le=1, description="Number of answers: there is only one.")
    ] = None
    logprobs: Annotated[
        bool | None, Field(description="Refused if true: no engine here tells probabilities.")
    ] = None
    functions: Annotated[
        list[Any] | None, Field(description="Refused: it is the older name of `tools`.")
    ] = None
    response_format: Annotated[
        ResponseFormat | None, Field(description="Only text: JSON modes are not offered.")
    ] = None
    user: Annotated[
        str | None,
        Field(
            description="Names the session to continue or begin, unless the header `X-Session-ID` "
            "or `metadata.session_id` does: any text, such as an e-mail address. Without the "
            "header `X-User-ID`, a session begun so is kept apart: it reads no other session and "
            "no profile, and none reads it; a session that shares memory is not continued so. Only "
            "“Forget …” reaches further: it forgets the same words in all sessions of the key's "
            "person. To give each of your users a memory across sessions, send `X-User-ID`."
        ),
    ] = None
    metadata: dict[str, str] | None = None

    @field_validator("tool_choice")
    @classmethod
    def _choice_in_a_word(cls, given: str | dict[str, Any] | None) -> str | dict[str, Any] | None:
        """Return "auto" or "none" for an object of that type, and None for an empty choice."""
        kind = given.get("type") if isinstance(given, dict) else None
        return kind if kind in ("auto", "none") else given or None

    @property
    def session_of_user(self) -> str | None:
        """The session that ``user`` names; the same text always names the same one."""
        text = self.user or ""
        is_own_id = is_session_id(text) and not text.startswith(_DERIVED)
        return text if is_own_id else self.derived_session

    @property
    def derived_session(self) -> str | None:
        """The session with an id derived from ``user``, which no other text names."""
        return derived_id("user", None, self.user) if self.user else None

    @property
    def sampling(self) -> SamplingOptions:
        """The options with which a language model generates the answer."""
        return SamplingOptions(
            temperature=self.temperature,
            max_tokens=self.max_completion_tokens or self.max_tokens,
        )

    def check(self, *, is_language_model: bool) -> None:
        """Refuse what would give a wrong result if it had no effect.

        Raises:
            ParameterNotServed: A parameter cannot be honoured by the engine that answers.
        """
        if self.logprobs:
            raise ParameterNotServed("logprobs", "no engine here tells probabilities")
        if self.functions:
            raise ParameterNotServed("functions", "send them as tools")
        chosen = self.tool_choice
        if chosen in (None, "none", "auto"):
            return
        if not self.tools:
            raise ParameterNotServed("tool_choice", "there are no tools to choose from")
        if not is_language_model:
            raise ParameterNotServed("tool_choice", "only a language model calls tools")
        name = _name_of(chosen)
        if name and name not in [each.function.name for each in self.tools]:
            raise ParameterNotServed("tool_choice", f"there is no tool {name!r}")

    @property
    def unknown_fields(self) -> list[str]:
        """The fields that have no effect."""
        return [name for name, given in (self.model_extra or {}).items() if given is not None]

    @property
    def fields_for_models(self) -> list[str]:
        """The fields given that only a language model follows."""
        return [name for name in _OF_MODELS if getattr(self, name) is not None]

    @property
    def includes_usage(self) -> bool:
        """Return whether a stream ends with the token counts."""
        return self.stream_options is not None and self.stream_options.include_usage

    @property
    def question_at(self) -> int:
        """The index of the last message of the person.

        Raises:
            NoQuestion: There is none, or a reply with text follows it.
        """
        said = [at for at, each in enumerate(self.messages) if each.role == "user" and each.text]
        if not said:
            raise NoQuestion
        after = self.messages[said[-1] + 1 :]
        if any(each.role == "assistant" and each.text and not each.tool_calls for each in after):
            raise NoQuestion
        return said[-1]

    @property
    def question(self) -> str:
        """The text of the last message of the person."""
        return self.messages[self.question_at].text

    @property
    def instructions(self) -> str:
        """The instructions in the chat."""
        given = (each.text for each in self.messages if each.role in ("system", "developer"))
        return "\n\n".join(given)

    @property
    def before(self) -> list[ChatMessage]:
        """The messages before the question, without tool calls and their results."""
        earlier = self.messages[: self.question_at]
        is_said = {"user", "assistant"}
        return [
            each for each in earlier if each.role in is_said and each.text and not each.tool_calls
        ]

    @property
    def caller(self) -> CallerTools:
        """The tools of the client, and their results for this question."""
        offered = () if self.tool_choice == "none" else tuple(each.spec for each in self.tools)
        after = self.messages[self.question_at + 1 :]
        results = {each.tool_call_id: each.text for each in after if each.role == "tool"}
        rounds = [_round(each.tool_calls, results) for each in after if each.tool_calls]
        return CallerTools(offered, tuple(rounds))

    @property
    def answered_call(self) -> str:
        """The id of a call answered since the question; empty if there is none."""
        after = self.messages[self.question_at + 1 :]
        return next((each.tool_call_id for each in after if each.role == "tool"), "")


class ChunkChoice(BaseModel):
    """A part of an answer; ``delta`` has its role, a piece of its text, or its tool calls."""

    index: Literal[0]
    delta: dict[str, Any] = Field(examples=[{"content": "It begins"}])
    finish_reason: Literal["stop", "length", "tool_calls"] | None


class ChatCompletionChunk(BaseModel):
    """An event of a streamed answer; after the last one comes `[DONE]`.

    With ``stream_options.include_usage`` the last has no choice, but ``usage``.
    """

    id: str = Field(examples=["chatcmpl-0f8e1c5ab2d94c6f"])
    object: Literal["chat.completion.chunk"]
    created: int
    model: str = Field(examples=[OWN])
    choices: list[ChunkChoice]
    usage: dict[str, int] | None = None


def _name_of(choice: str | dict[str, Any] | None) -> str:
    """Return the name of the function that ``tool_choice`` demands; empty if none."""
    function = choice.get("function") if isinstance(choice, dict) else None
    return str(function.get("name", "")) if isinstance(function, dict) else ""


def call_id(question_id: int, number: int) -> str:
    """Return the id of a call for the client to run; it identifies the turn of the call.

    >>> call_id(7, 0), question_of("call_7_0"), question_of("call_x"), question_of("")
    ('call_7_0', 7, None, None)
    """
    return _CALL.format(question_id=question_id, number=number)


def question_of(given: str) -> int | None:
    """Return the id of the question whose turn made the call with this id, if it is ours."""
    kind, _, rest = given.partition("_")
    digits = rest.partition("_")[0]
    is_ours = kind == "call" and digits.isascii() and digits.isdecimal() and len(digits) < 10
    return int(digits) if is_ours else None


def _round(calls: list[ClientToolCall], results: dict[str, str]) -> ToolRound:
    made = tuple(
        ToolCall(id=each.id, name=each.function.name, arguments=_arguments(each)) for each in calls
    )
    uses = (ToolUse(call=each, result=storable(results.get(each.id, ""))) for each in made)
    return ToolRound(ToolRequest(made), tuple(uses))


def _arguments(called: ClientToolCall) -> dict[str, JsonValue]:
    """Return the arguments of a call; none if the client changed them to a non-object."""
    try:
        given = json.loads(called.function.arguments or "{}")
    except (ValueError, RecursionError):
        return {}
    return storable_json(given) if isinstance(given, dict) else {}
