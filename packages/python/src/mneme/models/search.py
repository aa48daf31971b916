"""Generated from docs/openapi.json by tools/generate_models.py."""

from __future__ import annotations

import datetime as dt
from typing import Any

from pydantic import Field

from .base import Model
from .enums import MemoryType


class Correction(Model):
    from_: str = Field(alias="from")
    """A word of the query that no memory has"""
    to: str
    """The word that was searched for instead"""


class ExplanationBoosts(Model):
    session: float
    """From the memories before and after this one in its session"""
    speaker: float
    """If the query names exactly one speaker and the memory is theirs"""


class MatchedTerm(Model):
    start: int
    """First character"""
    end: int
    """The character after the last"""
    term: str
    """The word, as in `matchedTerms`"""


class Passage(Model):
    start: int
    """First character"""
    end: int
    """The character after the last"""


class QueryDate(Model):
    text: str
    """As in the query"""
    from_: dt.date = Field(alias="from")
    """First day"""
    to: dt.date
    """Last day"""
    matched: bool
    """Whether the memory is of it: it happened then, or names it"""


class Explanation(Model):
    summary: str
    """The rest in a sentence"""
    score: float
    """What results are sorted by: meaning, words and boosts together"""
    cosine: float
    """Similarity of meaning"""
    coverage: float
    """Share of the query's words and date that the passage has, weighted by rarity"""
    matched_terms: list[str]
    """Those words"""
    matches: list[MatchedTerm]
    """Where the content has them, the first 100"""
    dates: list[QueryDate]
    """Dates that the query names"""
    corrections: list[Correction]
    """Words of the query that were replaced"""
    boosts: ExplanationBoosts
    """What was added to the score"""
    passage: Passage | None
    """The part of the content that was compared. `null` for the whole content"""


class SearchResult(Model):
    id: str
    """Identifier"""
    content: str
    """The text"""
    type: MemoryType | str
    """Kind of the memory"""
    importance: float
    """How much it matters"""
    created_at: dt.datetime
    """When it was created"""
    tags: list[str] | None = None
    """Labels. Only if `fields` names it"""
    metadata: dict[str, Any] | None = None
    """Your own data. Only if `fields` names it"""
    updated_at: dt.datetime | None = None
    """When it was last changed. Only if `fields` names it"""
    external_id: str | None = None
    """Your own identifier; `null` if it has none. Only if `fields` names it"""
    expires_at: dt.datetime | None = None
    """When it expires; `null` if it does not. Only if `fields` names it"""
    superseded_by: str | None = None
    """A memory that supersedes it (`metadata.supersedes`). If both are results, that one stands before this one"""
    relevance: float
    """Estimated probability that the memory answers the query"""
    copies: int | None = None
    """Number of found memories with this content, itself included. Only if `fields` names it"""
    explanation: Explanation | None = None
    """Why it was found. Only with `explain`"""


class SearchResults(Model):
    results: list[SearchResult]
    """Most relevant first"""
    query: str
    """The query as it was sent"""
    latency: float
    """Milliseconds that the request took inside the service"""
