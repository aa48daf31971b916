"""Generated from docs/openapi.json by tools/generate_models.py."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from .base import Model
from .enums import PatternFamily, PatternTier


class AnalysedMemories(Model):
    memories: int
    """Number of memories that were looked at"""
    days: int
    """Number of days with memories"""
    items: int
    """Number of tags, entities and types that were tested, without themes"""
    hypotheses_tested: int
    """Number of hypotheses that were tested. The correction counts all of them"""


class PatternEffect(Model):
    lift: float | None = None
    """Observed over expected"""
    expected: float
    """What chance alone would give; of a sequence, of the order alone; of a mood, what other times make of the same
    days"""
    observed: float
    """What there is"""
    ci95: list[float]
    """95% interval of the share of episodes that agree"""


class PatternEvidence(Model):
    memory_id: str
    """The memory"""
    excerpt: str
    """Beginning of its text"""
    at: dt.datetime
    """When it happened"""


class PatternItem(Model):
    kind: str
    """What it is, such as a tag, an entity, a type or a theme"""
    name: str
    """Its name"""


class PatternStats(Model):
    p: float
    """Probability of a finding at least this strong by chance"""
    q: float
    """Share of false findings among those of the family that are at least this strong"""
    test: str
    """The statistical test"""


class PatternSupport(Model):
    episodes: int
    """Number of independent episodes that agree"""
    memories: int
    """Number of memories of these episodes"""
    first_at: dt.datetime
    """The first one"""
    last_at: dt.datetime
    """The last one"""


class PatternViz(Model):
    kind: Literal["weekHour", "spark", "pair", "hist", "bars", "line"] | str
    """How to draw it"""
    data: list[float]
    """The numbers to draw"""


class Pattern(Model):
    id: str
    """Identifier. It stays the same as memories are added, as long as it is the same regularity"""
    family: PatternFamily | str
    """Kind of the pattern"""
    title: str
    """The pattern in a line"""
    sentence: str
    """The pattern in a sentence, without statistics"""
    description: str
    """The pattern in a sentence, with its numbers"""
    tier: PatternTier | str
    """How well it is established"""
    confidence: float
    """1 − q, in three digits, at most 0.999"""
    support: PatternSupport
    """How often it was seen"""
    effect: PatternEffect
    """How strong it is"""
    stats: PatternStats
    """How it was tested"""
    params: dict[str, str | int | float | bool]
    """What the pattern is made of, such as weekday, hour, days between or window"""
    items: list[PatternItem]
    """What it is about"""
    evidence_ids: list[str]
    """Memories that agree, from the first to the last"""
    evidence: list[PatternEvidence]
    """Some of these with their text and time"""
    counter_example_ids: list[str]
    """Memories that do not"""
    viz: PatternViz
    """A small picture"""
    dismissed: bool | None = None
    """It was dismissed. Only with `includeDismissed`"""


class PatternDismissal(Model):
    id: str
    """Identifier of the pattern"""
    dismissed: bool
    """It is dismissed"""
    dismissed_at: dt.datetime
    """When it was first dismissed"""
    reason: str | None = None
    """The reason that was given last, if there is one"""


class PatternMethod(Model):
    version: str
    """Version of the method"""
    false_discovery_rate: float
    """Maximum share of established patterns expected to be chance"""


class PatternTiers(Model):
    established: int
    """Number of established patterns"""
    tentative: int
    """Number of tentative patterns"""
    expected_by_chance: float
    """Maximum number of tentative ones expected by chance alone"""


class SuppressedPatterns(Model):
    reason: str
    """Why they were left out"""
    count: int
    """Number of patterns that were left out"""


class Patterns(Model):
    min_occurrences: int
    """As in the request"""
    timezone: str
    """As in the request"""
    analysed: AnalysedMemories
    """What was looked at"""
    tiers: PatternTiers
    """How many patterns there are, by tier"""
    patterns: list[Pattern]
    """Established ones first, in each tier those of importance last, otherwise by p"""
    suppressed: list[SuppressedPatterns]
    """What was found and left out, by reason"""
    warnings: list[str]
    """What could not be tested, and why"""
    method: PatternMethod
    """How it was computed"""


class RestoredPattern(Model):
    id: str
    """Identifier of the pattern"""
    dismissed: bool
    """It is not dismissed"""
