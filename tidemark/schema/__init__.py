"""Shapes: frozen, validated Pydantic models passed between modules, one module per subject.

The most common shapes can be imported from here, the others from their module.
"""

from tidemark.schema.base import (
    Count as Count,
    FrozenModel as FrozenModel,
    Instant as Instant,
)
from tidemark.schema.folds import (
    FoldResult as FoldResult,
)
from tidemark.schema.memory import (
    ITEM_KINDS as ITEM_KINDS,
    Item as Item,
    ItemKind as ItemKind,
    NewMerge as NewMerge,
    NewSummary as NewSummary,
    ProfileStatement as ProfileStatement,
    SessionMemory as SessionMemory,
    Summary as Summary,
    SummaryVersion as SummaryVersion,
    SummaryVersionList as SummaryVersionList,
    UserProfile as UserProfile,
)
from tidemark.schema.messages import (
    Citation as Citation,
    Failure as Failure,
    Message as Message,
    MessageMetadata as MessageMetadata,
    NewMessage as NewMessage,
    ReplyRating as ReplyRating,
    Role as Role,
    TextPart as TextPart,
    Usage as Usage,
)
from tidemark.schema.prompt_view import (
    ContextView as ContextView,
    LeftOut as LeftOut,
    PieceKind as PieceKind,
    ViewPiece as ViewPiece,
)
from tidemark.schema.reasons import (
    ImportFault as ImportFault,
    Reason as Reason,
    ReasonCode as ReasonCode,
    SummaryChange as SummaryChange,
)
from tidemark.schema.sessions import (
    Meter as Meter,
    Session as Session,
)
from tidemark.schema.turns import (
    Turn as Turn,
    TurnStart as TurnStart,
    TurnStatus as TurnStatus,
)
from tidemark.schema.understanding import (
    AskingStyle as AskingStyle,
    QueryUnderstanding as QueryUnderstanding,
)
