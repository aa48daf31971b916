"""Generated from docs/openapi.json by tools/generate_models.py."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pydantic import Field

from .base import Model
from .enums import ErrorCode


class Warning(Model):
    code: str
    """Names the warning, in capitals with underscores"""
    message: str
    """The warning in English; can change"""


class EnvelopeMetadata(Model):
    request_id: str = Field(alias="request_id")
    """Names the request in logs; the same as the header X-Request-Id"""
    timestamp: dt.datetime
    """When the response was made"""
    version: Literal["v1"] | str
    """Version of the API"""
    indexing: Literal["pending"] | str | None = None
    """The write is stored, but search does not find it yet"""
    warnings: list[Warning] | None = None
    """What to know about a request that succeeded"""


class ErrorItem(Model):
    code: ErrorCode | str
    """Kind of the error"""
    message: str
    """The error in English; can change"""
    field: str | None = None
    """Path of the field in the request"""


class Pagination(Model):
    page: int
    """Number of this page"""
    limit: int
    """Maximum number of entries on a page"""
    total: int
    """Exact number of entries that match. In the delivery log of a webhook, 10000 also stands for more"""
    pages: int
    """Number of pages"""
    has_next: bool
    """Whether there is a next page"""
    has_previous: bool
    """Whether there is a previous page"""
    next_cursor: str | None = None
    """`cursor` of the next page, in lists that have cursors. Left out on the last page"""
