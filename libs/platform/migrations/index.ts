export { acceptanceOf } from './compatibility.js';
export type { ForgottenFeature } from './forget-feature.js';
export type { FeatureStatus, MigrationEntry, MigrationStatus } from './migration-status.js';
export type { MigrationDeclaration, Schema } from './schema.js';
