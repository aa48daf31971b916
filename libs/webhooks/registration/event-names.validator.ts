import { Injectable } from '@nestjs/common';
import { DomainError } from '@mneme/platform/errors';
import { EventCatalog } from '@mneme/platform/events';

/** Which events a webhook can ask for: those that the application's features declare. */
@Injectable()
export class EventNamesValidator {
  constructor(private readonly catalog: EventCatalog) {}

  /**
   * @returns the names, each once
   * @throws DomainError validation that lists the valid names, for each that is none
   */
  checked(names: readonly string[]): string[] {
    const valid = this.catalog.names;
    const faults = names.flatMap((name, index) => {
      const field = `events[${index}]`;
      return valid.includes(name) ? [] : [{ message: `${field} must be one of ${valid.join(', ')}`, field }];
    });
    if (faults.length > 0) throw new DomainError('validation', faults);
    return [...new Set(names)];
  }
}
