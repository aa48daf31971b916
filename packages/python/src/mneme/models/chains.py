"""Generated from docs/openapi.json by tools/generate_models.py."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pydantic import Field

from .base import Model
from .enums import ChainGapCode, ChainRelation, ChainRole, ChainsStatus, MemoryType
from .memories import PossibleDecision, PossibleMember


class ChainOption(Model):
    memory_id: str
    """The memory of the option, or of the decision if only that names it"""
    text: str
    """The option, in the words of that memory"""


class ChainDecision(Model):
    memory_id: str
    """The memory that records the decision"""
    text: str
    """Its content"""
    at: dt.datetime
    """When it was decided"""
    chosen: ChainOption | None = None
    """What was chosen, if the memories say so"""
    rejected: list[ChainOption]
    """What was not chosen, as far as the memories say so"""


class ChainEdge(Model):
    from_: str = Field(alias="from")
    """The earlier memory"""
    to: str
    """The later memory"""
    relation: ChainRelation | str
    """How the one led to the other"""
    confidence: float | None
    """Probability that the relation is right; `null` where a language model stated it"""
    basis: Literal["inferred", "explicit", "judged"] | str
    """`inferred` from texts and times, `explicit` in metadata, or `judged` by a language model, whose quote is in
    `why`"""
    why: list[str]
    """Reasons, strongest first"""


class ChainGap(Model):
    code: ChainGapCode | str
    """What is missing"""
    title: str
    """The same in a few words"""
    sentence: str
    """The same in a sentence"""


class ChainNode(Model):
    memory_id: str
    """The memory"""
    type: MemoryType | str
    """Kind of the memory"""
    role: ChainRole | str
    """What it is in the decision"""
    role_confidence: float | None
    """Probability that the role is right; `null` where a language model gave it"""
    at: dt.datetime
    """When the event happened"""
    excerpt: str
    """Start of the content, at most 160 characters"""
    on_trunk: bool
    """Whether it is on the main path"""


class Chain(Model):
    id: str
    """Identifier, the same for the same decision"""
    confidence: float | None
    """Probability that every edge of the main path is right; `null` where a language model chose the members"""
    headline: str
    """The decision in a line"""
    decision: ChainDecision
    """The decision"""
    nodes: list[ChainNode]
    """Its memories, by event time"""
    possible: list[PossibleMember] | None = None
    """Memories that may belong to it as well, the likeliest first. Only if `include` names it"""
    edges: list[ChainEdge]
    """How they led to each other"""
    trunk: list[str]
    """Memories of the main path, from the first to the last"""
    alternatives: list[str]
    """Memories of the options that were not chosen"""
    superseded_by: str | None = None
    """The decision that replaced it"""
    gaps: list[ChainGap]
    """What is missing"""
    narrative: list[str]
    """The chain in sentences"""
    mermaid: str | None = None
    """A flowchart in Mermaid. Only if `include` names it"""


class ChainJudge(Model):
    model: str
    """The language model"""
    prompt: str
    """Version of the questions that it was asked"""


class ChainMethod(Model):
    version: str
    """Version of the method"""
    embedding_model: str
    """Model whose vectors were used"""
    judge: ChainJudge | None = None
    """Only if a language model judged the memories. Its quotes, and the grammar and order of edges, were checked"""


class ChainStats(Model):
    considered: int
    """Number of memories that were looked at for the topic and its likeliest decisions"""
    candidates: int
    """Number of those in the time range and not after `asOf`, without copies"""
    latency: float
    """Milliseconds that the request took inside the service"""


class TimeRange(Model):
    from_: str | None = Field(default=None, alias="from")
    """First moment"""
    to: str | None = None
    """Last moment"""


class DecisionChains(Model):
    topic: str | None = None
    """The topic as it was sent"""
    decision_id: str | None = None
    """The decision as it was named"""
    time_range: TimeRange | None = None
    """The time range as it was sent"""
    as_of: dt.datetime
    """What "now" means in the response"""
    status: ChainsStatus | str
    """`partial`: every chain lacks its beginning or its end. `none`: no chain, with a `reason`"""
    reason: str | None = None
    """Why nothing was found"""
    candidates: list[PossibleDecision] | None = None
    """With `none` only: decisions that the topic may mean, the most probable first"""
    chains: list[Chain]
    """Best first"""
    stats: ChainStats
    """What was looked at"""
    method: ChainMethod
    """How it was computed"""
    warnings: list[str]
    """What to know about the response"""
