import type { OpenAPIObject } from '@nestjs/swagger';
import { schemasOf } from './operations.js';
import { changed } from './walk.js';

const PREFIX = '#/components/schemas/';

/**
 * Names schemas as clients speak of them: `Memory` and not `MemoryDto`, in alphabetical order.
 * @throws Error where two classes would have one name
 */
export function withSchemaNames(document: OpenAPIObject): OpenAPIObject {
  const renamed = changed(document, (object) => {
    const { $ref } = object;
    return typeof $ref === 'string' && $ref.startsWith(PREFIX) ? { ...object, $ref: publicName($ref) } : object;
  });
  const schemas = schemasOf(renamed);
  const names = Object.keys(schemas);
  const repeated = names.filter((name, at) => names.findIndex((each) => publicName(each) === publicName(name)) !== at);
  if (repeated.length > 0) throw new Error(`the document has two schemas ${repeated.map(publicName).join(', ')}`);
  const sorted = names.sort((a, b) => (publicName(a) < publicName(b) ? -1 : 1));
  const entries = sorted.map((name) => [publicName(name), schemas[name]] as const);
  if (renamed.components !== undefined) renamed.components.schemas = Object.fromEntries(entries) as never;
  return renamed;
}

function publicName(name: string): string {
  return name.replace(/Dto$/, '');
}
