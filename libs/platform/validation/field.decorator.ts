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

const RAW_FIELDS = 'mneme:raw-fields';

/** A field of a JSON body: checked and published. Its value reaches the rule and the handler just as it was sent. */
export function Field(type: FieldType, options: FieldOptions): PropertyDecorator {
  const raw: PropertyDecorator = (target, name) => {
    Reflect.defineMetadata(RAW_FIELDS, [...rawFieldsOf(target), String(name)], target);
  };
  const unwrap = Transform(({ value }: { value: unknown }) =>
    value instanceof Function ? (value as () => unknown)() : value,
  );
  return applyDecorators(raw, unwrap, ...checked(type, options));
}

/**
 * The body with the values of its fields hidden in functions, which class-transformer passes on untouched: it would
 * copy objects key by key, lose some keys and stumble over others.
 * @param dto prototype of the DTO
 */
export function hideRawFields(body: Readonly<Record<string, unknown>>, dto: object): Record<string, unknown> {
  const hidden = rawFieldsOf(dto).filter((name) => Object.hasOwn(body, name));
  return { ...body, ...Object.fromEntries(hidden.map((name) => [name, () => body[name]])) };
}

function rawFieldsOf(target: object): string[] {
  return (Reflect.getMetadata(RAW_FIELDS, target) as string[] | undefined) ?? [];
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
  const documented = ApiProperty({ ...type.schema, ...options, required });
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
