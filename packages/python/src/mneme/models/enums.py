"""Generated from docs/openapi.json by tools/generate_models.py."""

from __future__ import annotations

from typing import Literal, TypeAlias

ApiKeyStatus: TypeAlias = Literal["active", "expired", "revoked"]
"""Whether a key works"""
ChainGapCode: TypeAlias = Literal[
    "no_trigger", "single_option", "no_rationale", "no_action", "no_outcome", "superseded", "long_silence"
]
"""What a chain lacks"""
ChainRelation: TypeAlias = Literal[
    "raises", "weighed", "chosen", "rejected", "supports", "opposes", "led_to", "resulted_in", "superseded_by"
]
"""How one memory led to another"""
ChainRole: TypeAlias = Literal["trigger", "option", "evidence", "decision", "action", "outcome", "reversal"]
"""What a memory is in a decision"""
ChainsStatus: TypeAlias = Literal["found", "partial", "none"]
"""What was found"""
Collapse: TypeAlias = Literal["copies", "none"]
"""Which of several memories with the same content are results"""
DeliveryStatus: TypeAlias = Literal["pending", "delivered", "failed", "canceled"]
"""What happened to a delivery so far"""
Environment: TypeAlias = Literal["development", "production"]
"""What a key is used for. It is part of the key, as `dev` or `live`"""
ErrorCode: TypeAlias = Literal[
    "VALIDATION_ERROR",
    "AUTH_REQUIRED",
    "AUTH_INVALID",
    "INSUFFICIENT_QUOTA",
    "INSUFFICIENT_SCOPE",
    "TENANT_MISMATCH",
    "RESOURCE_NOT_FOUND",
    "DUPLICATE_RESOURCE",
    "PRECONDITION_FAILED",
    "PAYLOAD_TOO_LARGE",
    "UNSUPPORTED_MEDIA_TYPE",
    "RATE_LIMIT_EXCEEDED",
    "DATABASE_ERROR",
    "INTERNAL_ERROR",
    "EXTERNAL_SERVICE_ERROR",
    "SERVICE_UNAVAILABLE",
]
"""Names a kind of failure. Handle errors by it."""
EventName: TypeAlias = Literal[
    "api_key.created", "api_key.revoked", "memory.created", "memory.updated", "memory.deleted", "search.performed"
]
"""An event that a webhook can receive"""
JobStatus: TypeAlias = Literal["running", "done", "failed"]
"""How far a job is"""
MemorySort: TypeAlias = Literal["createdAt", "importance", "updatedAt"]
"""What a list of memories is sorted by"""
MemoryType: TypeAlias = Literal[
    "episodic",
    "semantic",
    "procedural",
    "working",
    "prospective",
    "emotional",
    "contextual",
    "identity",
    "relational",
    "event",
    "predictive",
    "task",
    "decision",
]
"""The kind of a memory: - `episodic`: something that was lived through or said, as it was at the time -
`semantic`: a fact that holds regardless of when it was learnt - `procedural`: how something is done, step by
step - `working`: what matters only for the task at hand; it can expire by itself - `prospective`: an intention
or plan for later - `emotional`: how somebody felt, and about what - `contextual`: circumstances that hold for a
while - `identity`: who somebody is: name, profession, values, character - `relational`: how people, or a person
and a thing, relate to each other - `event`: something that happens on a date: an appointment, an incident -
`predictive`: what somebody expects to happen - `task`: something that is to be done - `decision`: what was
decided, and why"""
OnConflict: TypeAlias = Literal["skip", "replace", "fail"]
"""What happens to a record whose `externalId` exists"""
PatternFamily: TypeAlias = Literal[
    "routine",
    "interval",
    "sequence",
    "association",
    "emotion",
    "mood",
    "importance",
    "importance_trend",
    "trend",
    "theme",
    "preference",
]
"""Kind of a pattern"""
PatternTier: TypeAlias = Literal["established", "tentative"]
"""How well a pattern is established"""
Scope: TypeAlias = Literal[
    "read:memories",
    "write:memories",
    "read:intelligence",
    "write:webhooks",
    "manage:keys",
    "read:usage",
    "manage:tenant",
    "write:intelligence",
]
"""What a credential can do"""
SearchField: TypeAlias = Literal["tags", "metadata", "updatedAt", "externalId", "expiresAt", "copies"]
"""A field that a search can add to its results"""
SortOrder: TypeAlias = Literal["asc", "desc"]
"""Direction of a sort"""
TagsMode: TypeAlias = Literal["all", "any"]
"""Whether a memory must have all tags or any of them"""
WebhookStatus: TypeAlias = Literal["active", "inactive"]
"""Whether events are sent"""
