export { formatId, idSchema, newUuid, parseId, timeOfUuid } from './resource-id.js';
export { TENANT_ID_PATTERN, tenantId, type TenantId } from './tenant-id.js';
