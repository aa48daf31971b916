import type { OpenAPIObject } from '@nestjs/swagger';
import type { Json } from './walk.js';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']> & { 'x-required-scope'?: string };

/** An operation of a document, and where it stands. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** Every operation of a document, in its order. */
export function operationsOf({ paths }: OpenAPIObject): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, Operation>>).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  );
}

/** The schemas of a document by their names; a change of it changes the document. */
export function schemasOf(document: OpenAPIObject): Record<string, Json> {
  document.components ??= {};
  document.components.schemas ??= {};
  return document.components.schemas as unknown as Record<string, Json>;
}
