import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, schemasOf } from './operations.js';
import { isObject, type Json } from './walk.js';

const JSON_TYPE = 'application/json';

/**
 * Bodies of requests with what `RequestBody` says of them. Each object in them has no other fields: RequestValidationPipe
 * refuses those by name. Free-form objects, which say what else they hold, stay as they are.
 */
export function withRequestBodies(document: OpenAPIObject): OpenAPIObject {
  const schemas = schemasOf(document);
  const closer = new BodyCloser(schemas);
  for (const { operation } of operationsOf(document)) {
    const body = operation.requestBody as unknown as Body | undefined;
    if (body === undefined) continue;
    for (const [type, media] of Object.entries(body.content)) {
      const schema = schemas[nameOf(media['schema']) ?? ''] ?? (media['schema'] as Json);
      if (type === JSON_TYPE) closer.close(media);
      if (typeof schema['description'] === 'string') body.description ??= schema['description'];
      body.content[type] = { ...media, example: schema['example'] };
    }
  }
  return document;
}

interface Body {
  readonly content: Record<string, Json>;
  description?: string;
}

class BodyCloser {
  private readonly seen = new Set<string>();

  constructor(private readonly schemas: Record<string, Json>) {}

  close(part: unknown): void {
    if (Array.isArray(part)) part.forEach((each) => this.close(each));
    if (!isObject(part)) return;
    Object.values(part).forEach((each) => this.close(each));
    const name = nameOf(part);
    if (name === undefined || this.seen.has(name)) return;
    this.seen.add(name);
    const schema = this.schemas[name] ?? {};
    if (isObject(schema['properties'])) this.schemas[name] = { ...schema, additionalProperties: false };
    this.close(schema);
  }
}

function nameOf(schema: unknown): string | undefined {
  const $ref = isObject(schema) ? schema['$ref'] : undefined;
  return typeof $ref === 'string' ? $ref.slice('#/components/schemas/'.length) : undefined;
}
