"""Generated from docs/openapi.json by tools/generate_models.py."""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal

from .base import Model
from .common import Pagination
from .enums import MemoryType


class Author(Model):
    type: Literal["apiKey", "service", "user"] | str
    """Kind of the credential"""
    id: str
    """Id of the API key, also for a service token made from it; for a user, the subject of the JWT"""


class CountedMemories(Model):
    count: int
    """Number of memories that match, exact"""


class DeletedMemory(Model):
    id: str
    """Identifier of the memory"""
    deleted: bool
    """It is deleted"""


class DeletionResult(Model):
    matched: int
    """Number of memories that matched the filter at the time of the request"""
    deleted: int
    """Number of deleted memories. 0 for a dry run, and for a job that has just begun"""
    job_id: str | None = None
    """The job that deletes more than 1,000 memories. See `GET /jobs/{id}`"""
    status: Literal["running"] | str | None = None
    """Only together with `jobId`"""


class Memory(Model):
    id: str
    """Identifier"""
    tenant_id: str
    """Tenant that it belongs to"""
    content: str
    """The text"""
    type: MemoryType | str
    """Kind of the memory"""
    importance: float
    """How much it matters"""
    tags: list[str]
    """Labels"""
    metadata: dict[str, Any]
    """Your own data, with its keys in the order in which they were sent"""
    created_at: dt.datetime
    """When it was created"""
    updated_at: dt.datetime
    """When it was last changed"""
    external_id: str | None = None
    """Your own identifier, if it has one"""
    expires_at: dt.datetime | None = None
    """When it expires, if it does"""
    superseded_by: str | None = None
    """The latest memory that names it in `metadata.supersedes`, if there is one"""


class MemoryVersion(Model):
    version: int
    """Number of the version, as in its `ETag`. `GET /memories/{id}?version=` takes it"""
    content: str
    """The text"""
    importance: float
    """How much it mattered"""
    tags: list[str]
    """Labels"""
    metadata: dict[str, Any]
    """Your own data"""
    expires_at: dt.datetime | None = None
    """When it expires, if it does"""
    updated_at: dt.datetime
    """When this version was written"""
    written_by: Author | None
    """Who wrote it. `null` for the command line and for jobs"""
    changed: list[str] | None = None
    """Fields that differ from the version before. Left out if that version is no longer kept"""


class MemoryHistory(Model):
    versions: list[MemoryVersion]
    """Newest first. The first one on the first page is the memory as it is now"""
    next_cursor: str | None
    """`cursor` of the next page. `null` on the last page"""


class MemoryItem(Model):
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
    """The latest memory that supersedes it; `null` if none does. Only if `fields` names it"""


class MemoryPage(Model):
    memories: list[MemoryItem]
    """In the order of the request"""
    pagination: Pagination
    """Position of the page in the list"""


class MemoryRecord(Model):
    content: str
    """The text"""
    type: MemoryType | str
    """Kind of the memory"""
    importance: float | None = None
    """How much it matters"""
    tags: list[str] | None = None
    """Labels"""
    metadata: dict[str, Any] | None = None
    """Your own data"""
    created_at: str | None = None
    """When it was created. Default: now"""
    updated_at: str | None = None
    """When it was last changed. Default: `createdAt`"""
    external_id: str | None = None
    """Your own identifier, unique in the tenant. A record is imported once, however often it is sent"""
    expires_at: str | int | float | None = None
    """When the memory expires: from then on, no request returns it. ISO 8601 or a Unix time in seconds or
    milliseconds, in the future. `null`: never. Give either this or `ttlSeconds`"""
    ttl_seconds: int | None = None
    """Seconds from now until the memory expires. `null`: never. Give either this or `expiresAt`"""
    id: str | None = None
    """Identifier in the tenant that it was exported from. An import ignores it"""


class PossibleDecision(Model):
    memory_id: str
    """The memory that records it: a `decisionId`"""
    text: str
    """Its content"""
    at: dt.datetime
    """When it was decided"""
    probability: float
    """Probability that it is the one asked for"""


class PossibleMember(Model):
    memory_id: str
    """The memory"""
    type: MemoryType | str
    """Kind of the memory"""
    at: dt.datetime
    """When the event happened"""
    excerpt: str
    """Start of the content, at most 160 characters"""
    probability: float | None
    """Probability that it belongs to the decision"""


class TagCount(Model):
    tag: str
    """The tag"""
    count: int
    """Number of memories with this tag, exact"""


class TagPage(Model):
    tags: list[TagCount]
    """In Unicode code point order"""
    next_cursor: str | None
    """`cursor` of the next page. `null` on the last page"""
