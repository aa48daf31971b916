import type { LinkKind } from '../../features/memory-features.js';
import type { ChainField } from '../topic/chain-field.js';
import type { ChainLink } from '../types/chain-input.js';
import { MEMBER_ROLES, share } from './member-signals.js';
import type { FeatureMatrix } from '../model/feature-matrix.js';

/** What is left of a doubt where metadata links a memory to the decision, or to one of its members. */
const DOUBT = 0.03;
const SECOND_HOP_DOUBT = 0.15;
const MEMBER = 0.5;
/** A member that is related to more memories than this is a list (minutes, a digest): it says little of each. */
const MAX_RELATED = 8;
const noise = MEMBER_ROLES.indexOf('noise');

/**
 * Metadata overrides what texts say: linked memories are members; one that supersedes the decision is its reversal, and what
 * came of that is a story of its own, as is what names another decision.
 */
export function believeLinks(field: ChainField, candidate: number, rows: FeatureMatrix): void {
  const kinds = kindsTo(field, candidate);
  for (const [place, kind] of kinds) {
    if (kind === 'supersedes' && place > candidate) become(rows, place, 'reversal', DOUBT);
    else leaveDoubt(rows, place, DOUBT);
  }
  const members = field.memories
    .map((_, place) => place)
    .filter((place) => place !== candidate && share(rows, place) > MEMBER);
  for (const member of members) {
    if (kinds.get(member) === 'supersedes') continue;
    const isList = (field.memories[member]?.links ?? []).filter(isRelated).length > MAX_RELATED;
    for (const [place, kind] of kindsTo(field, member)) {
      if (isList && kind === 'relatedTo') continue;
      if (place !== candidate && !kinds.has(place)) leaveDoubt(rows, place, SECOND_HOP_DOUBT);
    }
  }
  for (const place of field.memories.keys()) {
    if (place !== candidate && !kinds.has(place) && isOfAnother(field, place, kinds)) become(rows, place, 'noise', 0);
  }
}

/** Whether metadata names another decision for it than the one these links lead to, or a reversal that it takes back in turn. */
function isOfAnother({ memories, places }: ChainField, place: number, kinds: ReadonlyMap<number, LinkKind>): boolean {
  const own = memories[place];
  const takesBack = (to: string) => kinds.get(places.get(to) ?? place) === 'supersedes';
  const isOther = ({ kind, to }: ChainLink) =>
    (kind === 'decisionId' && to !== own?.id) || (kind === 'supersedes' && takesBack(to));
  return own?.links.some(isOther) ?? false;
}

function isRelated({ kind }: ChainLink): boolean {
  return kind === 'relatedTo';
}

/** The memories that a metadata link joins to this one, in either direction. */
export function kindsTo({ memories, places, linksTo }: ChainField, place: number): Map<number, LinkKind> {
  const own = memories[place];
  const kinds = new Map<number, LinkKind>();
  for (const { kind, to } of own?.links ?? []) {
    const other = places.get(to);
    if (other !== undefined && other !== place && kind !== 'supersedes') kinds.set(other, kind);
  }
  for (const { from, kind } of linksTo.get(place) ?? []) {
    if (from !== place && kinds.get(from) !== 'supersedes') kinds.set(from, kind);
  }
  return kinds;
}

function become(rows: FeatureMatrix, place: number, role: (typeof MEMBER_ROLES)[number], doubt: number): void {
  const column = MEMBER_ROLES.indexOf(role);
  MEMBER_ROLES.forEach((_, i) => {
    rows.set(place, i, i === column ? 1 - doubt : doubt / (MEMBER_ROLES.length - 1));
  });
}

/** Keeps the proportions of the roles. */
function leaveDoubt(rows: FeatureMatrix, place: number, doubt: number): void {
  const before = rows.at(place, noise);
  if (before <= doubt) return;
  const roles = 1 - before;
  MEMBER_ROLES.forEach((_, i) => {
    const even = 1 / (MEMBER_ROLES.length - 1);
    const part = roles > 1e-9 ? rows.at(place, i) / roles : even;
    rows.set(place, i, i === noise ? doubt : part * (1 - doubt));
  });
}
