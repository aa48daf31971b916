"""Usage, jobs, tokens, the tenant, and the service itself."""

from __future__ import annotations

from .._calls import Call
from .._modes import Mode, Operation, Resource
from .._wire import segment
from ..models import Job, Liveness, Readiness, ServiceAddresses, ServiceToken, TenantErasure, UsageMetrics


class Usage(Resource[Mode]):
    """Usage of the tenant."""

    @Operation
    def get(self) -> Call[UsageMetrics]:
        """Usage, and the limits of the plan."""
        path = f"/api/v1/usage/metrics/{segment(self._tenant_id, 'tenant_id')}"
        return Call("usage.get", "GET", path, UsageMetrics, tenant="none")


class Tenants(Resource[Mode]):
    """The tenant as a whole."""

    @Operation
    def delete(self, tenant_id: str) -> Call[TenantErasure]:
        """Erases the tenant for good. Its id is required here, so that it is never erased by mistake."""
        path = f"/api/v1/tenants/{segment(tenant_id, 'tenant_id')}"
        # Once the erasure has begun, the key no longer works.
        return Call("tenants.delete", "DELETE", path, TenantErasure, tenant="none", repeatable=False)


class Jobs(Resource[Mode]):
    """Work that goes on in the background."""

    @Operation
    def get(self, id: str) -> Call[Job]:
        """Progress of a large deletion."""
        return Call("jobs.get", "GET", f"/api/v1/jobs/{segment(id)}", Job)


class Tokens(Resource[Mode]):
    """Short-lived credentials."""

    @Operation
    def exchange(self) -> Call[ServiceToken]:
        """A token of the same tenant and scopes, for an hour at most."""
        return Call("tokens.exchange", "GET", "/auth/clerk-token", ServiceToken, tenant="none")


class Health(Resource[Mode]):
    """Whether the service works."""

    @property
    def liveness(self) -> HealthLiveness[Mode]:
        """Whether the process answers."""
        return HealthLiveness(self._engine, self._whole)

    @property
    def readiness(self) -> HealthReadiness[Mode]:
        """Whether it can serve requests."""
        return HealthReadiness(self._engine, self._whole)


class HealthLiveness(Resource[Mode]):
    """Liveness."""

    @Operation
    def get(self) -> Call[Liveness]:
        """Succeeds as long as the process answers."""
        return Call("health.liveness.get", "GET", "/health/live", Liveness, tenant="none")


class HealthReadiness(Resource[Mode]):
    """Readiness."""

    @Operation
    def get(self) -> Call[Readiness]:
        """Succeeds if the database answers; `degraded` names what does not."""
        return Call("health.readiness.get", "GET", "/health/ready", Readiness, tenant="none")


class Service(Resource[Mode]):
    """Addresses of the service."""

    @property
    def api(self) -> ServiceApi[Mode]:
        """The start of the API."""
        return ServiceApi(self._engine, self._whole)

    @Operation
    def get(self) -> Call[ServiceAddresses]:
        """Release and addresses."""
        return Call("service.get", "GET", "/", ServiceAddresses, tenant="none")


class ServiceApi(Resource[Mode]):
    """The start of the API."""

    @Operation
    def get(self) -> Call[ServiceAddresses]:
        """Release and addresses."""
        return Call("service.api.get", "GET", "/api/v1", ServiceAddresses, tenant="none")
