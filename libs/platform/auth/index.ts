export { Caller, Public, PUBLIC_ROUTE, RequireCredential, RequireScope, Tenant } from './auth.decorators.js';
export { ALSO_DURING_ERASURE, ALSO_OUT_OF_CALLS, API_PATH } from './call-metadata.js';
export type { Principal } from './principal.js';
export { ScopeGuard } from './scope.guard.js';
export { TenantGuard } from './tenant.guard.js';
