import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

/** What operations are grouped by, in the order in which a newcomer needs them. */
const TAGS: Readonly<Record<string, string>> = {
  Memories:
    'Short texts with a type, an importance, tags and metadata: create, find, change, delete, import and export.',
  Tags: 'Labels of memories, with the number of memories that have them.',
  'Decision chains': 'How a decision came about, reconstructed from memories (beta).',
  Patterns: 'Regularities that no single memory states, tested statistically (beta).',
  'API keys': 'Credentials of a tenant: scopes, expiry, rotation, revocation and usage.',
  Webhooks: 'HTTPS endpoints that receive signed events, with a log of their deliveries.',
  Usage: 'What a tenant has used, and what its plan allows.',
  Tenants: 'Erasure of a tenant with all its data.',
  Jobs: 'Work that continues after its response.',
  Tokens: 'Short-lived tokens for a credential.',
  Health: 'Liveness and readiness, for load balancers and orchestrators.',
  Service: 'Addresses of the documentation and the API.',
};

/** The tags with their descriptions, and the paths in their order; tags of other features come last. */
export function withTags(document: OpenAPIObject): OpenAPIObject {
  const names = Object.keys(TAGS);
  const used = operationsOf(document).flatMap(({ operation }) => operation.tags ?? []);
  const others = [...new Set(used)].filter((name) => !names.includes(name)).sort();
  const order = [...names, ...others];
  document.tags = order
    .filter((name) => used.includes(name))
    .map((name) => ({ name, description: TAGS[name] ?? `Operations of the feature ${name}.` }));
  const places = new Map(operationsOf(document).map(({ path, operation }) => [path, placeOf(operation.tags, order)]));
  const paths = Object.entries(document.paths).sort(([a], [b]) => {
    return (places.get(a) ?? 0) - (places.get(b) ?? 0) || (a < b ? -1 : 1);
  });
  document.paths = Object.fromEntries(paths);
  return document;
}

function placeOf(tags: readonly string[] = [], order: readonly string[]): number {
  return order.indexOf(tags[0] ?? '');
}
