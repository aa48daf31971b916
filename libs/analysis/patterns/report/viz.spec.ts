import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { toldPatterns } from '../../../../test/support/stories/told-patterns.js';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('the picture', () => {
  it('of weekdays and hours counts days, not memories', () => {
    const life = new PatternLife(9).noise(900);
    for (let week = 0; week < 40; week += 2) {
      for (let copy = 0; copy < 5; copy += 1) life.add(week * 7 + 3, 17, { tags: ['fish'] });
    }
    expect(toldPatterns(life, 'routine', 'fish')[0]?.viz.data[3 * 24 + 17]).toBe(20);
  });

  it('of a weekday shows days of no known hour at 0:00, and none of them where an hour is told', () => {
    const life = new PatternLife(9).noise(900);
    for (let week = 0; week < 40; week += 1) {
      life.add(week * 7 + 5, 0, { tags: ['market'], isDay: true });
      life.add(week * 7 + 3, 17, { tags: ['fish'] });
    }
    life.add(10, 0, { tags: ['fish'], isDay: true });
    const cells = (name: string) => {
      const { data } = toldPatterns(life, 'routine', name)[0]!.viz;
      return data.flatMap((count, cell) => (count === 0 ? [] : [[cell, count]]));
    };
    expect(cells('market')).toEqual([[5 * 24, 40]]);
    expect(cells('fish')).toEqual([[3 * 24 + 17, 40]]);
  });

  it('of a trend counts days, not memories', () => {
    const life = new PatternLife(11).noise(700);
    const days = new Set<number>();
    for (let i = 0; i < 80; i += 1) days.add(Math.floor(life.next() ** 0.28 * 364));
    for (const day of days) for (let copy = 0; copy < 3; copy += 1) life.add(day, 15, { tags: ['boat'] });
    const [trend] = toldPatterns(life, 'trend', 'boat');
    expect(sum(trend?.viz.data ?? [])).toBe(days.size);
    expect(trend?.description).toMatch(
      /growing share of the memories: \d+ of \d+ days in the later half of what else was written \(expected /,
    );
  });

  it.each([17, 90])('of an interval shows it and as much beyond: %d days', (interval) => {
    const life = new PatternLife(10, 1500).noise(2000);
    for (let i = 0; i < 16; i += 1) life.add(i * interval, 12, { tags: ['dentist'] });
    const { viz } = toldPatterns(life, 'interval', 'dentist')[0]!;
    expect([viz.data[interval], viz.data.length]).toEqual([15, 1 + Math.max(60, 2 * interval)]);
  });

  it('of what is counted shows what agrees, what does not, and what chance would give', () => {
    const life = new PatternLife(11).noise(700);
    life.spread(20).forEach((day, i) => {
      const [chosen, instead] = i % 10 === 0 ? ['buy', 'mend'] : ['mend', 'buy'];
      life.add(day, 15, { tags: [], choice: { chosen, instead } });
    });
    expect(toldPatterns(life, 'preference')[0]?.viz).toEqual({ kind: 'pair', data: [18, 2, 10] });
  });
});
