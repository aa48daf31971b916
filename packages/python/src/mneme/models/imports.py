"""Generated from docs/openapi.json by tools/generate_models.py."""

from __future__ import annotations

from typing import Literal

from .base import Model
from .common import ErrorItem


class BulkItem(Model):
    index: int
    """Position of the item in the request, from 0"""
    status: Literal["created", "replaced", "present", "failed"] | str
    """`present`: the tenant has its `externalId` already, and `onConflict` is `skip`"""
    id: str | None = None
    """Identifier of the memory, unless the item failed"""
    errors: list[ErrorItem] | None = None
    """Why it failed. `field` is a path in the item"""


class BulkResult(Model):
    results: list[BulkItem]
    """One for each item, in the order of the request"""
    created: int
    """Number of created memories"""
    replaced: int
    """Number of items that replaced the memory with their `externalId`"""
    present: int
    """Number of items whose `externalId` existed, with `onConflict: skip`"""
    failed: int
    """Number of items that failed"""


class ImportFault(Model):
    line: int
    """Number of the line, from 1"""
    message: str
    """The error in English"""
    field: str | None = None
    """Path of the field in the record"""


class StoppedImport(Model):
    reason: Literal["too_many_failures"] | str
    """1,000 lines in a row failed"""
    last_line: int
    """The last line that was read, from 1"""
    resume_from: int
    """The first of the lines that failed in a row. All lines before it are stored or reported"""


class ImportResult(Model):
    read: int
    """Number of lines that were not empty"""
    created: int
    """Number of new memories"""
    present: int
    """Number of records whose `externalId` existed, with `onConflict: skip`"""
    replaced: int
    """Number of memories that a record with their `externalId` replaced"""
    failed: int
    """Number of lines that failed"""
    errors: list[ImportFault]
    """Their errors, the first 100"""
    stopped: StoppedImport | None = None
    """Only if the import ended before the body did"""
