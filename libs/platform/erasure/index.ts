export { ErasureModule } from './erasure.module.js';
export { erasureSchema } from './erasure.schema.js';
export { TenantErasers, type ErasureBeginning, type TenantStore } from './tenant-erasers.js';
export { TenantErasureService, type ErasureStatus } from './tenant-erasure.service.js';
export { TenantTablesRepository } from './tenant-tables.repository.js';
