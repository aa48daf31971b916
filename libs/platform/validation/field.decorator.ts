import { ApiProperty } from '@nestjs/swagger';
import type { FieldType } from './field-type.js';
import { RequestForm } from './request-form.js';

export interface FieldOptions {
  readonly description: string;
  /** Default: true. A field that is not required may be left out; null is never the same as leaving it out. */
  readonly required?: boolean;
  readonly example?: unknown;
  /** What the service takes where the field is left out. */
  readonly default?: unknown;
}

/** A field of a JSON body: checked and published. Its value reaches the rule and the handler just as it was sent. */
export function Field(type: FieldType, options: FieldOptions): PropertyDecorator {
  return declared(type, options, false);
}

/** A query parameter: parsed strictly, checked and published. */
export function QueryField(type: FieldType, options: FieldOptions): PropertyDecorator {
  return declared(type, options, true);
}

function declared(type: FieldType, options: FieldOptions, parsed: boolean): PropertyDecorator {
  const required = options.required ?? true;
  const documented = ApiProperty({ ...type.schema, ...options, required });
  return (target, name) => {
    documented(target, name);
    RequestForm.declare(target, String(name), { type, required, parsed });
  };
}
