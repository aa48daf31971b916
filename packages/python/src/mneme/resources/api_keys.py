"""API keys."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from .._calls import Call, Listing
from .._modes import ListOperation, Mode, Operation, Resource
from .._wire import conditions, given, many
from ..models import ApiKey, ApiKeyPage, ApiKeyUsage, CreatedApiKey, Environment, RotatedApiKey, Scope

PATH = "/api/v1/api-keys"


def _unix(value: dt.datetime | float | None) -> float | None:
    return value.timestamp() if isinstance(value, dt.datetime) else value


class ApiKeys(Resource[Mode]):
    """Create, list, rotate and revoke API keys."""

    @property
    def usage(self) -> ApiKeyUsages[Mode]:
        """Requests of a key."""
        return ApiKeyUsages(self._engine, self._whole)

    @Operation
    def create(
        self,
        *,
        name: str,
        environment: Environment | None = None,
        scopes: Sequence[Scope] | None = None,
        expires_at: dt.datetime | float | None = None,
        idempotency_key: str | None = None,
    ) -> Call[CreatedApiKey]:
        """Creates a key. `plain_key` is shown this once."""
        body = given(name=name, environment=environment, scopes=many(scopes), expires_at=_unix(expires_at))
        headers = conditions(idempotency_key)
        return Call(
            "apiKeys.create", "POST", PATH, CreatedApiKey, body=body, tenant="body", headers=headers, keyed=True
        )

    @ListOperation
    def list(self, *, page: int | None = None, limit: int | None = None) -> Listing[ApiKey, ApiKeyPage]:
        """Lists the keys, newest first."""
        query = given(page=page, limit=limit)
        return Listing(Call("apiKeys.list", "GET", PATH, ApiKeyPage, query=query), lambda found: found.api_keys)

    @Operation
    def revoke(self, key_id: str) -> Call[ApiKey]:
        """Ends a key, by its id."""
        body = given(key_id=key_id)
        return Call("apiKeys.revoke", "POST", f"{PATH}/revoke", ApiKey, body=body, tenant="body")

    @Operation
    def rotate(
        self,
        key_id: str,
        *,
        overlap_seconds: int | None = None,
        expires_at: dt.datetime | float | None = None,
        idempotency_key: str | None = None,
    ) -> Call[RotatedApiKey]:
        """Replaces a key, by its id. Both work for `overlap_seconds`; `plain_key` is shown this once."""
        body = given(key_id=key_id, overlap_seconds=overlap_seconds, expires_at=_unix(expires_at))
        headers, path = conditions(idempotency_key), f"{PATH}/rotate"
        return Call(
            "apiKeys.rotate", "POST", path, RotatedApiKey, body=body, tenant="body", headers=headers, keyed=True
        )


class ApiKeyUsages(Resource[Mode]):
    """Requests of API keys."""

    @Operation
    def get(self, key_id: str, *, days: int | None = None) -> Call[ApiKeyUsage]:
        """Requests and errors of a key, by day."""
        return Call("apiKeys.usage.get", "GET", f"{PATH}/usage", ApiKeyUsage, query=given(key_id=key_id, days=days))
