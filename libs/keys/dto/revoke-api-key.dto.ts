import { RequestBody } from '@mneme/platform/validation';
import { NamedApiKeyDto } from './named-api-key.dto.js';

/** Body of POST /api-keys/revoke. */
@RequestBody('Which key to revoke', {
  keyId: 'key_01kaj3w5m8f5zrj0q7f8t1x2yb',
  tenantId: '00000000-0000-0000-0000-000000000001',
})
export class RevokeApiKeyDto extends NamedApiKeyDto {}
