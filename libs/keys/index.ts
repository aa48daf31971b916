export { ApiKeysService } from './api-keys/api-keys.service.js';
export type { CreatedApiKey } from './api-keys/api-key.types.js';
export type { ApiKeyDto } from './dto/api-key.dto.js';
export { ApiKeyRevoked, keyEvents } from './api-keys/api-key.events.js';
export { CredentialGuard } from './credentials/credential.guard.js';
export { KeysModule, type KeysOptions } from './keys.module.js';
export { KeyPeppersService } from './api-keys/key-peppers.service.js';
export { keysSchema } from './keys.schema.js';
export type { NewApiKey } from './api-keys/api-key.types.js';
