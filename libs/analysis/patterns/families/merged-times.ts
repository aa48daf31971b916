import type { Candidate } from '../types/candidate.js';
import type { Timeline } from '../calendar/timeline.js';

/** Share of the days that agree with one time on which another holds too, where they are reported as one. */
const BOTH = 0.6;
/** And of all the days of the thing: it is said to be mostly then. */
const MOSTLY = 0.5;
/** No p of a routine need be smaller, not even the smallest of 800 items, to be established. */
export const BEYOND_DOUBT = 4e-7;

/**
 * What is reported of the weekdays and the hour of one thing: 'Mondays around 09:00' where both hold for three fifths of the
 * days that agree with the clearer. Of Mondays and Thursdays neither weekday does: each is reported by itself, with the hour
 * that its own days have; and the hour alone only where the weekdays that are reported with it, and are sure, leave a good
 * part of its days.
 * @param weekdays the clearest first
 */
export function reportedTimes(
  timeline: Timeline,
  weekdays: readonly Candidate[],
  hour: Candidate | undefined,
): readonly Candidate[] {
  const [clearest, ...others] = weekdays;
  if (hour === undefined) return weekdays;
  if (clearest === undefined) return [hour];
  const withHour = (weekday: Candidate): Candidate => {
    const both = daysOfBoth(timeline, weekday, hour);
    return both < BOTH * weekday.observed ? weekday : together(weekday, hour, weekday, both);
  };
  const stronger = clearest.p <= hour.p ? clearest : hour;
  const both = daysOfBoth(timeline, clearest, hour);
  if (both >= BOTH * stronger.observed && both >= MOSTLY * stronger.of)
    return [together(clearest, hour, stronger, both), ...others.map(withHour)];
  const each = weekdays.map(withHour);
  const covered = each
    .filter(({ p, params }) => params['hour'] !== undefined && p <= BEYOND_DOUBT)
    .reduce((sum, weekday) => sum + daysOfBoth(timeline, weekday, hour), 0);
  return covered >= BOTH * hour.observed ? each : [hour, ...each];
}

function daysOfBoth({ dayOf }: Timeline, weekday: Candidate, hour: Candidate): number {
  const atHour = new Set(hour.evidence());
  const both = weekday.evidence().filter((memory) => atHour.has(memory));
  return new Set(both.map((memory) => dayOf[memory] ?? 0)).size;
}

/**
 * What is tested, and what it is reported by, stays that of one of the two (`counted`): both together were not tested. How
 * many days are both is reported beside it.
 */
function together(weekday: Candidate, hour: Candidate, counted: Candidate, both: number): Candidate {
  const { kind = '' } = counted.params;
  const params = { ...weekday.params, ...hour.params, kind: 'weekday+hour', counted: kind };
  return { ...counted, params, daysOfBoth: both };
}
