import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';
import type { Json } from './walk.js';

interface Response {
  readonly content?: Readonly<Record<string, { examples?: Record<string, Json> }>>;
}

/** Publishes the examples of failures once each: most operations fail alike, and they are half of the document otherwise. */
export function withSharedExamples(document: OpenAPIObject): OpenAPIObject {
  const names = new Map<string, string>();
  const shared: Record<string, Json> = {};
  const nameOf = (key: string, example: Json): string => {
    const text = JSON.stringify(example);
    const known = names.get(text);
    if (known !== undefined) return known;
    const code = key.replace(/_\d+$/, '');
    const others = Object.keys(shared).filter((each) => each.replace(/_\d+$/, '') === code).length;
    const name = others === 0 ? code : `${code}_${others + 1}`;
    names.set(text, name);
    shared[name] = example;
    return name;
  };
  for (const { operation } of operationsOf(document)) {
    for (const { content = {} } of Object.values(operation.responses) as Response[]) {
      for (const media of Object.values(content)) {
        if (media.examples === undefined) continue;
        const entries = Object.entries(media.examples).map(([key, example]) => {
          return [key, { $ref: `#/components/examples/${nameOf(key, example)}` }] as const;
        });
        media.examples = Object.fromEntries(entries);
      }
    }
  }
  document.components = { ...document.components, examples: shared };
  return document;
}
