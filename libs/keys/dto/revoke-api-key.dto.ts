import { NamedApiKeyDto } from './named-api-key.dto.js';

/** Body of POST /api-keys/revoke. */
export class RevokeApiKeyDto extends NamedApiKeyDto {}
