import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { entitiesOf, spellingsOf } from '../../features/entities.js';
import { tokensOf } from '../../features/tokens.js';
import { findPatterns } from '../../find-patterns.js';

function called(...texts: readonly string[]): unknown[] {
  const life = new PatternLife(7).noise(700);
  for (let week = 0; week < 40; week += 1) {
    const text = texts[week % texts.length] ?? '';
    const tokens = tokensOf(text);
    life.add(week * 7 + 6, 18, {
      tags: [],
      entities: entitiesOf(text, tokens),
      spellings: spellingsOf(text, tokens),
    });
  }
  const { patterns } = findPatterns(life.memories, { minOccurrences: 3, timezone: 'UTC' });
  return patterns
    .filter(({ family, tier }) => family === 'routine' && tier === 'established')
    .map(({ items, sentence, title }) => [items[0]?.name, sentence.split(' comes')[0], title.split(':')[0]]);
}

describe('a name', () => {
  it.each([
    ['Mãe', 'Rang Mãe.'],
    ['Priya', 'Rang Priya.'],
    ['iPhone', 'My iPhone rang.'],
    ['pgVector', 'My pgVector again.'],
  ])('is printed as it is written: %s', (name, text) => {
    expect(called(text)).toEqual([[name, `'${name}'`, name]]);
  });

  it('is printed as most memories write it', () => {
    expect(called('Rang Mae.', 'Rang Mãe.', 'Mãe rang.')).toEqual([['Mãe', "'Mãe'", 'Mãe']]);
  });
});
