import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { DomainError } from '../errors/domain-error.js';
import { RequestForm } from './request-form.js';

type Given = Readonly<Record<string, unknown>>;

/** Turns bodies and queries into their DTOs. Unknown fields are faults, and every fault is reported. */
@Injectable()
export class RequestValidationPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || metatype === undefined) return value;
    const form = RequestForm.of(metatype.prototype as object);
    if (form === undefined) return value;
    const dto = new (metatype as Type<object>)();
    const faults = form.fill(dto, givenOf(value, type, metatype));
    if (faults.length > 0) throw new DomainError('validation', faults);
    return dto;
  }
}

function givenOf(value: unknown, type: ArgumentMetadata['type'], dto: object): Given {
  const nothing = value === undefined || value === null;
  if (nothing && (type === 'query' || mayBeMissing(dto))) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Given;
  throw DomainError.validation('the body must be a JSON object (Content-Type: application/json)');
}

/** A DTO says so with `static readonly mayBeMissing = true`: a request without a body then counts as one with `{}`. */
function mayBeMissing(dto: object): boolean {
  return 'mayBeMissing' in dto && dto.mayBeMissing === true;
}
