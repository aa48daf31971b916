import { Injectable, ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import { validate, type ValidationError } from 'class-validator';
import { DomainError, type Fault } from '../errors/domain-error.js';
import { DtoBuilder } from './dto-builder.js';
import { MAX_FAULTS } from './unknown-fields.js';
import { FIELD_RULE } from './field.decorator.js';

type Sent = Readonly<Record<string, unknown>>;

/** Types of parameters that are no DTOs. */
const PLAIN: ReadonlySet<unknown> = new Set([undefined, Object, String, Number, Boolean, Array, Date, Buffer]);

const RULES = { forbidUnknownValues: false, validationError: { target: false } };

/** Turns bodies and queries into their DTOs. Unknown fields are faults, and every fault is reported up to MAX_FAULTS. */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      exceptionFactory: (errors) => new DomainError('validation', validationFaults(errors).slice(0, MAX_FAULTS)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype, data } = metadata;
    const isWhole = (type === 'body' || type === 'query') && data === undefined;
    if (metatype === undefined || PLAIN.has(metatype) || !isWhole) return super.transform(value, metadata);
    return checked(metatype, type === 'body' ? bodyOf(value, metatype) : (value as Sent));
  }
}

async function checked(dto: Type, sent: Sent): Promise<object> {
  const builder = new DtoBuilder();
  const instance = builder.build(dto, sent);
  const found = validationFaults(await validate(instance, RULES)).filter((fault) => !isRefused(fault, builder));
  if (builder.faults.length + found.length === 0) return instance;
  const known = found.slice(0, MAX_FAULTS);
  throw new DomainError('validation', [...builder.faults.slice(0, MAX_FAULTS - known.length), ...known]);
}

function isRefused({ field = '' }: Fault, { refused }: DtoBuilder): boolean {
  return refused.has(field);
}

function bodyOf(value: unknown, dto: Type): Sent {
  if (value === undefined && mayBeMissing(dto)) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Sent;
  throw DomainError.validation('the body must be a JSON object (Content-Type: application/json)');
}

/** A DTO says so with `static readonly mayBeMissing = true`: a request without a body then counts as one with `{}`. */
function mayBeMissing(dto: object): boolean {
  return 'mayBeMissing' in dto && dto.mayBeMissing === true;
}

/** What class-validator has found, also in DTOs in DTOs, as faults with the paths of the fields: `items[2].name`. */
function validationFaults(errors: readonly ValidationError[], pathOf = topPath): Fault[] {
  return errors.flatMap(({ property, value, constraints = {}, children = [] }) => {
    const path = pathOf(property);
    const own = Object.entries(constraints).flatMap(([rule, text]) =>
      rule === FIELD_RULE
        ? fieldFaults(text, property, path)
        : [{ message: readable(text, property, path), field: path }],
    );
    const below = (name: string): string => (Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`);
    return [...own, ...validationFaults(children, below)];
  });
}

function topPath(property: string): string {
  return property;
}

function fieldFaults(text: string, property: string, path: string): Fault[] {
  return text.split('\n').map((line) => {
    const message = `${path}${line.slice(property.length)}`;
    return { message, field: message.split(' ', 1)[0] ?? path };
  });
}

/** class-validator's own messages, with the path in place of the property's name; those of a DTO's author as they are. */
function readable(text: string, property: string, path: string): string {
  const [, each = '', rest = ''] = OWN_MESSAGE.exec(text) ?? [];
  if (NESTED_MESSAGE.test(text)) return `${path} must be an object`;
  return rest.startsWith(`${property} `) ? `${each}${path}${rest.slice(property.length)}` : text;
}

const OWN_MESSAGE = /^(each value in )?(.*)$/s;
const NESTED_MESSAGE = /^(each value in )?nested property \S+ must be either object or array$/;
