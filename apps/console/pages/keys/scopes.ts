import { session } from '../../session/session.js';

const MEANINGS: Readonly<Record<string, string>> = {
  'read:memories': 'Search memories; read them, their history and their tags',
  'write:memories': 'Create, import, change and delete memories',
  'read:intelligence': 'Reconstruct decisions and find patterns',
  'write:intelligence': 'Dismiss patterns and restore them',
  'read:usage': 'Read usage and the limits of the plan',
  'write:webhooks': 'Create, change, test and delete webhooks; read their deliveries',
  'manage:keys': 'Create, rotate and revoke keys, with at most the scopes of this one',
  'manage:tenant': 'Erase the tenant with everything in it, for good',
};

/** What a new key can do, with what it means: a credential grants only scopes that it has. */
export function grantableScopes(): ReadonlyMap<string, string> {
  const own = session.value?.scopes ?? new Set<string>();
  const known = Object.entries(MEANINGS).filter(([scope]) => own.has(scope as never));
  // Extensions of the service have scopes of their own.
  const others = [...own].filter((scope) => !(scope in MEANINGS)).map((scope): [string, string] => [scope, '']);
  return new Map([...known, ...others]);
}
