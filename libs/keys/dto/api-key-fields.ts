import { named, oneOf, text } from '@mneme/platform/validation';
import { ENVIRONMENTS } from '../api-keys/api-key-format.js';

export const environment = named(
  'Environment',
  'What a key is used for. It is part of the key, as `dev` or `live`',
  oneOf(ENVIRONMENTS),
);
export const keyStatus = named('ApiKeyStatus', 'Whether a key works', oneOf(['active', 'expired', 'revoked']));
/** The document lists those of the application; which there are KeyScopes knows. */
export const scope = named('Scope', 'What a credential can do', text(1, 64));
