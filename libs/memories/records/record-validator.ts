import { DomainError, type Fault } from '@mneme/platform/errors';
import { RequestValidationPipe } from '@mneme/platform/validation';
import { Injectable, type Type } from '@nestjs/common';

/** A record in the form of its DTO, or what is wrong with it. */
export type Checked<T> = { readonly record: T } | { readonly faults: readonly Fault[] };

/** Checks one record of many by the rules that a request's body is checked by. */
@Injectable()
export class RecordValidator {
  private readonly pipe = new RequestValidationPipe();

  /**
   * @param what it is, in words of an error
   * @param read what is made of it; may find fields that contradict each other
   */
  async check<T extends object, R>(
    form: Type<T>,
    value: unknown,
    what: string,
    read: (record: T) => R,
  ): Promise<Checked<R>> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { faults: [{ message: `${what} must be a JSON object` }] };
    }
    try {
      return { record: read((await this.pipe.transform(value, { type: 'body', metatype: form })) as T) };
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'validation') return { faults: error.faults };
      throw error;
    }
  }
}
