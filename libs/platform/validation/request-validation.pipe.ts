import { Injectable, ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import { validate } from 'class-validator';
import { DomainError, type Fault } from '../errors/domain-error.js';
import { DtoBuilder } from './dto-builder.js';
import { MAX_FAULTS } from './unknown-fields.js';
import { validationFaults } from './validation-faults.js';

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
  if ((value === undefined || value === null) && mayBeMissing(dto)) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Sent;
  throw DomainError.validation('the body must be a JSON object (Content-Type: application/json)');
}

/** A DTO says so with `static readonly mayBeMissing = true`: a request without a body then counts as one with `{}`. */
function mayBeMissing(dto: object): boolean {
  return 'mayBeMissing' in dto && dto.mayBeMissing === true;
}
