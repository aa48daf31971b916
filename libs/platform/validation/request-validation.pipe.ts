import { Injectable, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { DomainError, type Fault } from '../errors/domain-error.js';

/** Turns bodies and queries into their DTOs. Unknown fields are faults, and every fault is reported. */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      exceptionFactory: (errors) => new DomainError('validation', errors.flatMap((error) => faultsOf(error, ''))),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const isDto = metadata.type === 'body' && metadata.metatype !== undefined && metadata.metatype !== Object;
    if (isDto && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      throw DomainError.validation('the body must be a JSON object (Content-Type: application/json)');
    }
    return super.transform(value, metadata);
  }

  /**
   * Nest would drop these keys at any depth, and a client's free-form data with them. `__proto__` never gets past the
   * body parser; at the top level class-transformer would pass over the others, so that nobody would report them.
   */
  protected override stripProtoKeys(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const unknown = ['constructor', 'prototype'].find((key) => Object.hasOwn(value, key));
    if (unknown !== undefined) throw DomainError.validation(`${unknown} is not a field of this request`, unknown);
  }
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
