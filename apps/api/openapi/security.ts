import { DomainError } from '@mneme/platform/errors';
import type { DocumentBuilder, OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

/** What each scope allows; those of other features are named without. */
const SCOPES: Readonly<Record<string, string>> = {
  'read:memories': 'list, get, count, search and export memories, and list tags',
  'write:memories': 'create, import, change and delete memories, and get jobs',
  'read:intelligence': 'reconstruct decision chains and detect patterns',
  'write:intelligence': 'dismiss and restore patterns',
  'write:webhooks': 'manage webhooks and read their deliveries',
  'manage:keys': 'create, list, rotate and revoke API keys, and get their usage',
  'read:usage': 'get usage and limits',
  'manage:tenant': 'erase the tenant',
};

/**
 * The credentials that `RequireScope` names. An operation lists the scope that it needs with each of them, as OpenAPI 3.1
 * allows for every scheme, and again as `x-required-scope`.
 */
export function addSecurity(builder: DocumentBuilder, scopes: readonly string[]): void {
  const listed = scopes.map((scope) => `- \`${scope}\`${SCOPES[scope] === undefined ? '' : `: ${SCOPES[scope]}`}`);
  const meanings = { 'x-scopes': Object.fromEntries(scopes.map((scope) => [scope, SCOPES[scope] ?? ''])) };
  builder.addSecurity('apiKey', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mneme_dev_… or mneme_live_…',
    description: ['An API key. It has the scopes that it was created with:', '', ...listed].join('\n'),
    ...meanings,
  });
  builder.addSecurity('token', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A JWT of a user from your identity provider, which has every scope in its own tenant, or a token from `GET /auth/clerk-token`, which has the scopes of the credential that it was made from.',
    ...meanings,
  });
}

/** Says of public operations that they need no credential, and of the others in the example of a refusal which scope. */
export function withSecurity(document: OpenAPIObject): OpenAPIObject {
  for (const { operation } of operationsOf(document)) {
    operation.security ??= [];
    const scope = operation['x-required-scope'];
    const refused = operation.responses['403'] as unknown as Refused | undefined;
    const example = refused?.content['application/json'].examples['INSUFFICIENT_SCOPE'];
    if (scope === undefined || example === undefined) continue;
    const { message } = DomainError.insufficientScope(scope);
    example.summary = message;
    example.value.errors = [{ code: 'INSUFFICIENT_SCOPE', message }];
  }
  return document;
}

interface Refused {
  readonly content: {
    readonly 'application/json': {
      readonly examples: Record<string, { summary: string; readonly value: { errors: object[] } }>;
    };
  };
}
