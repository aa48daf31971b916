import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import type { Family } from '../types/candidate.js';
import { findPatterns } from '../../find-patterns.js';
import type { Pattern } from '../types/pattern.js';

/** A year of noise, and what a test adds to it by days, with ids that say what they are. */
class NamedLife extends PatternLife {
  named(id: string, day: number, tags: readonly string[], fields: { importance?: number } = {}): void {
    this.add(day, 12, { tags, type: `type${this.below(9)}`, ...fields, id });
  }

  established(family: Family, name: string): Pattern {
    const { patterns } = findPatterns(this.memories, { minOccurrences: 3, timezone: 'UTC' });
    const has = ({ items }: Pattern) => items.some((item) => item.name === name);
    return patterns.find((each) => each.family === family && each.tier === 'established' && has(each))!;
  }
}

function namedLife(): NamedLife {
  const life = new NamedLife(7);
  life.noise(700);
  return life;
}

describe('counterexamples', () => {
  it('of a sequence: what nothing followed and what came in the other order, and nothing that is evidence', () => {
    const life = namedLife();
    life.spread(20).forEach((day, i) => {
      if (i < 2) return life.named(`alone${i}`, day, ['call']);
      if (i === 2) {
        life.named('turned-bread', day, ['bread']);
        return life.named('turned-call', day + 1, ['call']);
      }
      life.named(`call${i}`, day, ['call']);
      // The call of this memory has no bread after it; its bread has a call before it.
      life.named(`bread${i}`, day + 1, i === 19 ? ['bread', 'call'] : ['bread']);
    });
    const { counterExampleIds, evidenceIds, params } = life.established('sequence', 'bread');
    expect(params['withinDays']).toBe(1);
    expect(evidenceIds).toContain('bread19');
    expect(counterExampleIds.toSorted()).toEqual(['alone0', 'alone1', 'turned-bread', 'turned-call']);
  });

  it('of a sequence: what came on the same day, which its sentence counts as a case of another order', () => {
    const life = namedLife();
    for (const [i, day] of life.spread(60).entries()) {
      life.named(`call${i}`, day, ['call']);
      if (i % 3 === 0) life.named(`bread${i}`, day + Number(i % 15 !== 0), ['bread']);
    }
    const { counterExampleIds, sentence, items } = life.established('sequence', 'bread');
    expect(items.map(({ name }) => name)).toEqual(['call', 'bread']);
    expect(sentence).toMatch(/'bread' comes only after 'call' in 16 of 20 cases\.$/);
    expect(counterExampleIds).toEqual(expect.arrayContaining(['bread0', 'bread15', 'bread30']));
  });

  it('of an association: days of the first thing without the second', () => {
    const life = namedLife();
    life.spread(20).forEach((day, i) => life.named(`x${i}`, day, i % 8 === 0 ? ['x'] : ['x', 'y']));
    for (let day = 3; day < 8; day += 1) life.named(`y${day}`, day * 40, ['y']);
    const { counterExampleIds, items } = life.established('association', 'x');
    expect(items.map(({ name }) => name)).toEqual(['x', 'y']);
    expect(counterExampleIds.toSorted()).toEqual(['x0', 'x16', 'x8']);
  });

  it('of an importance: memories of the thing that are not held to be so', () => {
    const life = namedLife();
    life.spread(20).forEach((day, i) => life.named(`x${i}`, day, ['x'], { importance: i % 8 === 0 ? 0.2 : 0.95 }));
    const { counterExampleIds } = life.established('importance', 'x');
    expect(counterExampleIds.toSorted()).toEqual(['x0', 'x16', 'x8']);
  });
});
