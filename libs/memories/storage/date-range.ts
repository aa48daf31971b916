import { DomainError } from '@mneme/platform/errors';
import { lastMomentOf } from '@mneme/platform/validation';

type Name = 'created' | 'occurred';
type Bound = `${Name}${'From' | 'To'}`;

type RangeRequest = Readonly<Partial<Record<Bound, string>>>;
type DateRanges = Readonly<Partial<Record<Bound, Date>>>;

/**
 * When memories were created, and when what they say happened. Both ends inclusive; of a date alone the whole day.
 * @throws DomainError validation where a range ends before it begins
 */
export function dateRanges(request: RangeRequest): DateRanges {
  return { ...range(request, 'created'), ...range(request, 'occurred') };
}

function range(request: RangeRequest, name: Name): DateRanges {
  const [first, last] = [`${name}From`, `${name}To`] as const;
  const { [first]: from, [last]: to } = request;
  if (from !== undefined && to !== undefined && Date.parse(from) > lastMomentOf(to)) {
    throw DomainError.validation(`${first} must not be later than ${last}`, first);
  }
  return {
    ...(from === undefined ? {} : { [first]: new Date(from) }),
    ...(to === undefined ? {} : { [last]: new Date(lastMomentOf(to)) }),
  };
}
