"""Decision chains and patterns (beta)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .._calls import Call
from .._modes import Mode, Operation, Resource
from .._wire import given, many, segment
from ..inputs import AttributeFilter, Date, TimeRangeInput
from ..models import DecisionChains as Chains
from ..models import PatternDismissal, RestoredPattern
from ..models import Patterns as FoundPatterns


class DecisionChains(Resource[Mode]):
    """How decisions came about."""

    @Operation
    def reconstruct(
        self,
        topic: str | None = None,
        *,
        decision_id: str | None = None,
        time_range: TimeRangeInput | None = None,
        metadata: AttributeFilter | None = None,
        include: Sequence[Literal["mermaid", "possible"]] | None = None,
        as_of: Date | None = None,
    ) -> Call[Chains]:
        """Reconstructs a decision, by a topic or by the memory that records it, such as one of ``candidates``."""
        body = given(
            topic=topic,
            decision_id=decision_id,
            time_range=time_range,
            metadata=metadata,
            include=many(include),
            as_of=as_of,
        )
        path = "/api/v1/intelligence/decision-chain"
        return Call("decisionChains.reconstruct", "POST", path, Chains, body=body, tenant="body")


class Patterns(Resource[Mode]):
    """Regularities that no memory states."""

    @Operation
    def detect(
        self,
        *,
        min_occurrences: int | None = None,
        metadata: AttributeFilter | None = None,
        timezone: str | None = None,
        as_of: Date | None = None,
        include_dismissed: bool | None = None,
    ) -> Call[FoundPatterns]:
        """Finds patterns. Each is tested against the amount of writing at the time."""
        body = given(
            min_occurrences=min_occurrences,
            metadata=metadata,
            timezone=timezone,
            as_of=as_of,
            include_dismissed=include_dismissed,
        )
        path = "/api/v1/intelligence/implicit-patterns"
        return Call("patterns.detect", "POST", path, FoundPatterns, body=body, tenant="body")

    @Operation
    def dismiss(self, id: str, *, reason: str | None = None) -> Call[PatternDismissal]:
        """Leaves a pattern out of later responses."""
        path = f"/api/v1/intelligence/patterns/{segment(id)}/dismiss"
        return Call("patterns.dismiss", "POST", path, PatternDismissal, body=given(reason=reason), tenant="body")

    @Operation
    def restore(self, id: str) -> Call[RestoredPattern]:
        """Takes a dismissal back."""
        path = f"/api/v1/intelligence/patterns/{segment(id)}/dismiss"
        return Call("patterns.restore", "DELETE", path, RestoredPattern)
