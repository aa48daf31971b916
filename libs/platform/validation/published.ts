import { ApiSchema, type ApiSchemaOptions } from '@nestjs/swagger';
import type { FieldType } from './field-type.js';
import type { FieldOptions } from './field.decorator.js';

/** A required `tenantId`; the example is the sample tenant of the embedded mode. */
export const TENANT: FieldOptions = {
  description: 'Tenant of the credential',
  example: '00000000-0000-0000-0000-000000000001',
};
/** A `tenantId` that may be left out. */
export const OPTIONAL_TENANT: FieldOptions = {
  description: 'Tenant. Default: the tenant of the credential',
  example: '00000000-0000-0000-0000-000000000001',
  required: false,
};

/**
 * A kind of field that the OpenAPI document publishes once under this name (`MemoryType`), and refers to wherever a request
 * or a response has it. A use says its own description, example and default.
 */
export function named(name: string, description: string, type: FieldType): FieldType {
  return { ...type, schema: { ...type.schema, 'x-schema': { name, description } } };
}

/**
 * What the body of a request is, and one that the service accepts as it stands on a fresh start.
 * @param example with every field that a first try needs, and none that contradict each other
 * @param more `name` of the schema, where it is not that of the class without `Dto`; `not`: what no body may be like, as
 *   JSON Schema says it
 */
export function RequestBody(
  description: string,
  example: object,
  more: { readonly name?: string; readonly not?: object } = {},
): ClassDecorator {
  return ApiSchema({ description, example, ...more } as ApiSchemaOptions);
}
