"""Types of arguments. Dictionaries have the names of this package; `metadata` is sent as it is."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypedDict

from .models import MemoryType, TagsMode

Date: TypeAlias = dt.datetime | dt.date | str
"""A `datetime` with a time zone, a `date`, or ISO 8601. A day alone is the whole day, UTC."""
Moment: TypeAlias = Date | int | float
"""As `Date`, or a Unix time in seconds or milliseconds."""
Texts: TypeAlias = Sequence[str] | str
"""Texts, or a single one."""
Attribute: TypeAlias = str | int | float | bool
AttributeFilter: TypeAlias = Mapping[str, Attribute | Sequence[Attribute]]
"""Values that a memory has in its metadata; of a sequence, one is enough."""


class _NewMemory(TypedDict):
    content: str
    type: MemoryType


class MemoryInput(_NewMemory, total=False):
    """A memory to be created."""

    importance: float
    tags: Sequence[str]
    metadata: Mapping[str, Any]
    external_id: str
    created_at: Date
    expires_at: Moment | None
    ttl_seconds: int | None


class ListFilter(TypedDict, total=False):
    """Which memories to list, count or export. All conditions must hold."""

    type: MemoryType | None
    tags: Texts | None
    tags_mode: TagsMode | None
    metadata: Mapping[str, Attribute] | None
    external_id: str | None
    created_from: Date | None
    created_to: Date | None
    occurred_from: Date | None
    occurred_to: Date | None


class DeleteFilter(TypedDict, total=False):
    """Which memories to delete. All conditions must hold; there must be one."""

    ids: Sequence[str]
    external_ids: Sequence[str]
    type: MemoryType
    tags: Sequence[str]
    tags_mode: TagsMode
    metadata: AttributeFilter
    created_to: Date
    occurred_to: Date


TimeRangeInput = TypedDict("TimeRangeInput", {"from": Date, "to": Date}, total=False)
"""Either end can be left out. `to`, as a day alone, is that whole day."""
