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

const FIELDS = 'mneme:fields';
const FAMILIES = 'mneme:families';

/** Stands for the values of a query parameter that came more than once and must not: no rule takes it. */
const REPEATED = Symbol('repeated');

/** The rule of `Field` among those of class-validator: it reports a fault a line, each starting with the path it speaks of. */
export const FIELD_RULE = 'mneme:field';

/**
 * A field of a JSON body: checked and published, shorthand for decorators of class-validator and ApiProperty, and to be
 * mixed with them. Its value reaches the rule and the handler just as it was sent.
 */
export function Field(type: FieldType, options: FieldOptions): PropertyDecorator {
  return applyDecorators(Transform(shown), ...checked(type, options));
}

/** A query parameter: parsed strictly, checked and published. */
export function QueryField(type: FieldType, options: FieldOptions): PropertyDecorator {
  const parsed = Transform((hidden) => {
    const value = shown(hidden);
    if (Array.isArray(value) && type.repeatable !== true) return REPEATED;
    if (type.family === true) return onceEach(value);
    return typeof value === 'string' && type.parse !== undefined ? type.parse(value) : value;
  });
  const family: PropertyDecorator = (target, name) => {
    if (type.family !== true) return;
    Reflect.defineMetadata(FAMILIES, [...familiesOf(target), String(name)], target);
  };
  return applyDecorators(parsed, family, ...checked(type, options));
}

/**
 * A field that a request must not have, where "is not a field of this request" would not say what to do instead. It is not
 * published.
 * @param why follows the name of the field: `cannot be changed: …`
 */
export function RefusedField(why: string): PropertyDecorator {
  return applyDecorators(
    Transform(shown),
    declared,
    optional,
    rule({ schema: {}, faults: (_, path) => [`${path} ${why}`] }),
  );
}

/** The names of the fields that stand for several parameters each. @param dto its prototype */
export function familiesOf(dto: object): readonly string[] {
  return (Reflect.getMetadata(FAMILIES, dto) as string[] | undefined) ?? [];
}

/** The names of the fields that a DTO declares with `Field` or `QueryField`, also by its ancestors. @param dto its prototype */
export function fieldsOf(dto: object): readonly string[] {
  return (Reflect.getMetadata(FIELDS, dto) as string[] | undefined) ?? [];
}

/** The members of a family, none of which may be repeated. */
function onceEach(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, Array.isArray(each) ? REPEATED : each]));
}

/** What DtoBuilder has hidden in a function. */
function shown({ value }: { value: unknown }): unknown {
  return value instanceof Function ? (value as () => unknown)() : value;
}

function checked(type: FieldType, options: FieldOptions): PropertyDecorator[] {
  const required = options.required ?? true;
  const documented = ApiProperty({ ...type.schema, ...options, required });
  return required ? [declared, documented, rule(type)] : [declared, documented, optional, rule(type)];
}

const declared: PropertyDecorator = (target, name) => {
  Reflect.defineMetadata(FIELDS, [...fieldsOf(target), String(name)], target);
};

const optional: PropertyDecorator = ValidateIf((_, value) => value !== undefined);

function rule(type: FieldType): PropertyDecorator {
  return (target, propertyName) => {
    registerDecorator({
      name: FIELD_RULE,
      target: target.constructor,
      propertyName: String(propertyName),
      validator: {
        validate: (value: unknown, args: ValidationArguments) => faultsIn(type, value, args.property).length === 0,
        defaultMessage: (args: ValidationArguments) => faultsIn(type, args.value, args.property).join('\n'),
      },
    });
  };
}

function faultsIn(type: FieldType, value: unknown, path: string): string[] {
  if (value === REPEATED) return [`${path} must be given once`];
  const isFamily = type.family === true && typeof value === 'object' && value !== null;
  const repeated = isFamily ? Object.entries(value).filter(([, each]) => each === REPEATED) : [];
  return repeated.length > 0
    ? repeated.map(([name]) => `${path}.${name} must be given once`)
    : type.faults(value, path);
}
