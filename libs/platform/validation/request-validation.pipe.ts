import { Injectable, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { hideRawFields } from './field.decorator.js';
import { DomainError, type Fault } from '../errors/domain-error.js';

/** Turns bodies and queries into their DTOs. Unknown fields are faults, and every fault is reported. */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      exceptionFactory: (errors) =>
        new DomainError(
          'validation',
          errors.flatMap((error) => faultsOf(error, '')),
        ),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (type !== 'body' || metatype === undefined || metatype === Object) return super.transform(value, metadata);
    if ((value === undefined || value === null) && mayBeMissing(metatype)) return super.transform({}, metadata);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw DomainError.validation('the body must be a JSON object (Content-Type: application/json)');
    }
    // Nest drops these silently; `__proto__` never gets past the body parser.
    const unknown = ['constructor', 'prototype'].find((key) => Object.hasOwn(value, key));
    if (unknown !== undefined) throw DomainError.validation(`${unknown} is not a field of this request`, unknown);
    return super.transform(hideRawFields({ ...value }, metatype.prototype as object), metadata);
  }
}

/** A DTO says so with `static readonly mayBeMissing = true`: a request without a body then counts as one with `{}`. */
function mayBeMissing(dto: object): boolean {
  return 'mayBeMissing' in dto && dto.mayBeMissing === true;
}

/** A rule may report several faults, a line each; each line starts with the path of the field it speaks of. */
function faultsOf(error: ValidationError, parent: string): Fault[] {
  const path = parent === '' ? error.property : `${parent}.${error.property}`;
  const own = Object.entries(error.constraints ?? {}).flatMap(([name, text]): Fault[] =>
    name === 'whitelistValidation'
      ? [{ message: `${path} is not a field of this request`, field: path }]
      : text.split('\n').map((message) => ({ message, field: message.split(' ', 1)[0] ?? path })),
  );
  return [...own, ...(error.children ?? []).flatMap((child) => faultsOf(child, path))];
}
