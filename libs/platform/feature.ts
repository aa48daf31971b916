import type { DynamicModule, Type } from '@nestjs/common';
import type { Schema } from './database/database.js';

/** What a feature brings: it is added to an application by one entry in its list of features. */
export interface Feature {
  readonly module: Type | DynamicModule;
  readonly schema: Schema;
  /** Scopes that its routes require and that API keys can have. */
  readonly scopes: readonly string[];
}

/** The schema of several features together. */
export function joinSchemas(schemas: readonly Schema[]): Schema {
  return {
    entities: schemas.flatMap((schema) => schema.entities),
    migrations: schemas.flatMap((schema) => schema.migrations),
  };
}
