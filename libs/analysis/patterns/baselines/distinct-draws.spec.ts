import { missedByDraws } from './distinct-draws.js';

/** The same, draw by draw: every order in which others may come. */
function enumerated(own: number, others: readonly number[], draws: number): number {
  if (draws === 0) return 1;
  const all = own + others.reduce((sum, one) => sum + one, 0);
  return others.reduce(
    (sum, one, i) => sum + (one / all) * enumerated(own, [...others.slice(0, i), ...others.slice(i + 1)], draws - 1),
    0,
  );
}

const even = (own: number): number[] => new Array<number>(9).fill((1 - own) / 9);

it.each([
  ['few', 0.33, [0.17, 0.17, 0.33]],
  ['many', 0.1, even(0.1)],
  ['one above all', 0.1, [0.75, 0.1, 0.05]],
  ['itself above all', 0.9, [0.08, 0.02]],
  ['itself rare', 0.005, even(0.005)],
  ['itself rarer', 0.002, even(0.002)],
  ['itself rarest', 0.00005, even(0.00005)],
  ['itself and all others but one rare', 0.001, [0.99, 0.006, 0.0029, 0.0001]],
])('is what draws without repeating give: %s', (_, own, others) => {
  const missed = missedByDraws(own, others, 4);
  expect(missed).toHaveLength(5);
  missed.slice(1).forEach((one, before) => {
    const exact = enumerated(own, others, before + 1);
    expect((1 - one) / (1 - exact)).toBeCloseTo(1, 4);
    expect(one).toBeCloseTo(exact, 4);
    expect(one).toBeGreaterThanOrEqual(0);
  });
});

it('counts proportions of the others alone', () => {
  const [some, more] = [missedByDraws(0.2, [0.3, 0.5], 2), missedByDraws(0.2, [0.6, 1], 2)];
  some.forEach((one, i) => expect(more[i]).toBeCloseTo(one, 12));
});
