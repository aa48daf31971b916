import { DomainError } from '@mneme/platform/errors';
import { lastMomentOf } from '@mneme/platform/validation';

interface DateRange {
  readonly createdFrom?: Date;
  readonly createdTo?: Date;
}

/**
 * Both ends inclusive; of a date alone the whole day.
 * @throws DomainError validation where the range ends before it begins
 */
export function dateRange(query: { createdFrom?: string; createdTo?: string }): DateRange {
  const { createdFrom: from, createdTo: to } = query;
  if (from !== undefined && to !== undefined && Date.parse(from) > lastMomentOf(to)) {
    throw DomainError.validation('createdFrom must not be later than createdTo', 'createdFrom');
  }
  return {
    ...(from === undefined ? {} : { createdFrom: new Date(from) }),
    ...(to === undefined ? {} : { createdTo: new Date(lastMomentOf(to)) }),
  };
}
