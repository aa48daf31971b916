import { Injectable, ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { DomainError, type Fault } from '../errors/domain-error.js';
import { fieldsOf, hiddenFields } from './field.decorator.js';
import { MAX_FAULTS, unknownFields } from './unknown-fields.js';

type Sent = Readonly<Record<string, unknown>>;

/** Turns bodies and queries into their DTOs. Unknown fields are faults, and every fault is reported up to MAX_FAULTS. */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      exceptionFactory: (errors) => new DomainError('validation', errors.flatMap(faultsOf).slice(0, MAX_FAULTS)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (metatype === undefined || metatype === Object) return super.transform(value, metadata);
    if (type === 'body') return this.checked(bodyOf(value, metatype), metatype, metadata);
    return type === 'query' ? this.checked(value as Sent, metatype, metadata) : super.transform(value, metadata);
  }

  /** class-transformer and class-validator see the declared fields alone: what they cost grows with the square. */
  private async checked(sent: Sent, dto: Type, metadata: ArgumentMetadata): Promise<unknown> {
    const fields = fieldsOf(dto.prototype as object);
    const unknown = unknownFields(sent, fields);
    const transformed = super.transform(hiddenFields(sent, fields), metadata);
    if (unknown.length === 0) return transformed;
    const known = await faultsIn(transformed);
    throw new DomainError('validation', [...unknown.slice(0, MAX_FAULTS - known.length), ...known]);
  }
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

async function faultsIn(transformed: Promise<unknown>): Promise<readonly Fault[]> {
  try {
    await transformed;
    return [];
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'validation') return error.faults;
    throw error;
  }
}

/** A rule may report several faults, a line each; each line starts with the path of the field it speaks of. */
function faultsOf({ property, constraints = {} }: ValidationError): Fault[] {
  const messages = Object.values(constraints).flatMap((text) => text.split('\n'));
  return messages.map((message) => ({ message, field: message.split(' ', 1)[0] ?? property }));
}
