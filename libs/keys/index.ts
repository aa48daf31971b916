export { ApiKeysService } from './api-keys.service.js';
export type { CreatedApiKey } from './created-api-key.js';
export type { ApiKeyDto } from './dto/api-key.dto.js';
export { keyEvents } from './api-key.events.js';
export { CredentialGuard } from './credential.guard.js';
export { KeysModule, type KeysOptions } from './keys.module.js';
export { KeyPeppersService } from './key-peppers.service.js';
export { keysSchema } from './keys.schema.js';
export type { NewApiKey } from './new-api-key.js';
