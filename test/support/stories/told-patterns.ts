import { findPatterns, type Pattern } from '@mneme/analysis';
import type { PatternLife } from './pattern-life.js';

/** Established patterns of one family, with these items where given. */
export function toldPatterns(life: PatternLife, family: Pattern['family'], ...items: string[]): Pattern[] {
  const { patterns } = findPatterns(life.memories, { minOccurrences: 3, timezone: 'UTC' });
  return patterns.filter(
    (each) =>
      each.family === family && each.tier === 'established' && items.every((name) => itemNames(each).includes(name)),
  );
}

function itemNames({ items }: Pattern): string[] {
  return items.map(({ name }) => name);
}
