import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { registerDecorator, ValidateIf, type ValidationArguments } from 'class-validator';
import type { FieldType } from './field-type.js';

export interface FieldOptions {
  readonly description: string;
  /** Default: true. A field that is not required may be left out; null is never the same as leaving it out. */
  readonly required?: boolean;
  readonly example?: unknown;
  /** What the service takes where the field is left out. */
  readonly default?: unknown;
}

/** A field of a JSON body: checked and published. */
export function Field(type: FieldType, options: FieldOptions): PropertyDecorator {
  // The raw value: class-transformer would drop keys such as `constructor` from free-form objects.
  const raw = Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key]);
  return applyDecorators(raw, ...checked(type, options));
}

/** A query parameter: parsed strictly, checked and published. */
export function QueryField(type: FieldType, options: FieldOptions): PropertyDecorator {
  const parsed = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && type.parse !== undefined ? type.parse(value) : value,
  );
  return applyDecorators(parsed, ...checked(type, options));
}

function checked(type: FieldType, options: FieldOptions): PropertyDecorator[] {
  const required = options.required ?? true;
  const documented = ApiProperty({ ...type.schema, ...options, required } as Parameters<typeof ApiProperty>[0]);
  const optional = ValidateIf((_, value) => value !== undefined);
  return required ? [documented, rule(type)] : [documented, optional, rule(type)];
}

function rule(type: FieldType): PropertyDecorator {
  return (target, propertyName) => {
    registerDecorator({
      name: 'field',
      target: target.constructor,
      propertyName: String(propertyName),
      validator: {
        validate: (value: unknown, args: ValidationArguments) => type.faults(value, args.property).length === 0,
        defaultMessage: (args: ValidationArguments) => type.faults(args.value, args.property).join('\n'),
      },
    });
  };
}
