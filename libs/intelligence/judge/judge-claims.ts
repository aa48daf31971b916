import type { JsonObject } from './reply-json.js';

/** Of each kind; what is beyond it counts as malformed. */
const MAX_CLAIMS = 400;

/** Strings as the model wrote them: nothing of them is checked yet. */
export interface MemberClaim {
  readonly memory: string;
  readonly role: string;
  readonly quote: string;
}

export interface EdgeClaim {
  readonly from: string;
  readonly to: string;
  readonly relation: string;
  readonly quote: string;
}

export interface StoryClaims {
  readonly members: readonly MemberClaim[];
  readonly edges: readonly EdgeClaim[];
  /** Items that have not the form that was asked for. */
  readonly malformed: number;
}

export interface DecisionClaim {
  readonly decision: string;
  readonly quote: string;
}

/** The decision that a reply names, and its quote; undefined where the reply has not the form that was asked for. */
export function decisionClaim(reply: JsonObject): DecisionClaim | undefined {
  const { decision, quote } = reply;
  if (decision === null || decision === 'none') return { decision: 'none', quote: '' };
  return typeof decision === 'string' && typeof quote === 'string' ? { decision, quote } : undefined;
}

/**
 * The members and edges that a reply claims.
 * @returns undefined where the reply has not the form that was asked for
 */
export function storyClaims(reply: JsonObject): StoryClaims | undefined {
  const { members, edges = [] } = reply;
  if (!Array.isArray(members) || !Array.isArray(edges)) return undefined;
  const claimed = {
    members: claimsIn<MemberClaim>(members, ['memory', 'role', 'quote']),
    edges: claimsIn<EdgeClaim>(edges, ['from', 'to', 'relation', 'quote']),
  };
  const malformed = members.length + edges.length - claimed.members.length - claimed.edges.length;
  return { ...claimed, malformed };
}

function claimsIn<T>(items: readonly unknown[], fields: readonly (keyof T & string)[]): T[] {
  return items.slice(0, MAX_CLAIMS).filter((item): item is T => hasTexts(item, fields));
}

function hasTexts(item: unknown, fields: readonly string[]): boolean {
  if (typeof item !== 'object' || item === null) return false;
  return fields.every((field) => typeof (item as JsonObject)[field] === 'string');
}
