export { dateTime, isStoredMoment, lastMomentOf } from './date-time.js';
export type { FieldType } from './field-type.js';
export {
  commaSeparated,
  cursorField,
  flag,
  integer,
  listOf,
  number,
  oneOf,
  repeated,
  resourceId,
  tenantIdField,
  text,
} from './field-types.js';
export { Field, QueryField, RefusedField, type FieldOptions } from './field.decorator.js';
export { jsonObject } from './json-object.js';
export { named, OPTIONAL_TENANT, RequestBody, TENANT } from './published.js';
export { RequestValidationPipe } from './request-validation.pipe.js';
export { codePoints } from './text-rules.js';
export { MAX_FAULTS, unknownNames } from './unknown-fields.js';
