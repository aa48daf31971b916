export type { Feature } from './feature.js';
export { Installation } from './installation.js';
export { MigrationAdmin } from './migration-admin.js';
