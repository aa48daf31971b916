import { MEMBER_ROLES, share } from './member-signals.js';
import type { Membership } from './membership.js';
import { FeatureMatrix } from '../model/feature-matrix.js';

/**
 * How large the stories are that models have read. What is larger counts as that: numbers far from all that was fitted would
 * speak against a decision the more, the more is known of it.
 */
const MAX_OF_A_ROLE = 6;
const MAX_MEMBERS = 12;
const MAX_DAYS = 730;
/** Members of a role that are looked at to see which decision is asked for; nearly all stories have no more. */
const MAX_LOOKED_AT = 3;
/** From this probability on, a memory counts as a member here. */
const MEMBER = 0.5;
const noise = MEMBER_ROLES.indexOf('noise');

/**
 * A decision with its likeliest members in each role, of equals those reported nearest to it: among all that fifty links join to
 * it, what the topic asks for would be lost in the mean.
 */
export function withFewMembers({ candidate, rows }: Membership): Membership {
  const byRole = MEMBER_ROLES.map(() => [] as number[]);
  for (let place = 0; place < rows.height; place++) {
    if (place !== candidate && share(rows, place) > MEMBER) byRole[likeliestRole(rows.row(place))]?.push(place);
  }
  const away = (place: number) => Math.abs(place - candidate);
  const left = byRole.flatMap((places, role) =>
    places.sort((a, b) => rows.at(b, role) - rows.at(a, role) || away(a) - away(b) || a - b).slice(MAX_LOOKED_AT),
  );
  if (left.length === 0) return { candidate, rows };
  const few = new FeatureMatrix(rows.height, rows.width, rows.data.slice());
  for (const place of left) few.row(place).fill(0).set([1], noise);
  return { candidate, rows: few };
}

function likeliestRole(row: Float64Array): number {
  return row.reduce((best, value, role) => (role !== noise && value > (row[best] ?? 0) ? role : best), 0);
}

/** @param count of members in one role, or the sum of their probabilities */
export function asFewOfARole(count: number): number {
  return Math.min(count, MAX_OF_A_ROLE);
}

/** @param count of all members, or the sum of their probabilities */
export function asFewMembers(count: number): number {
  return Math.min(count, MAX_MEMBERS);
}

export function asFewDays(days: number): number {
  return Math.min(days, MAX_DAYS);
}
