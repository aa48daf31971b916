import { PatternLife } from '../../../test/support/stories/pattern-life.js';
import { Directions } from './directions.js';
import { RoundSpace } from './round-space.js';
import { themeMembers } from './theme-members.js';

const DIMENSIONS = 16;

function lifeWithSketches(): PatternLife {
  const life = new PatternLife(9).noise(400);
  const normal = (axis: number): number =>
    4 + (life.next() + life.next() + life.next() + life.next() - 2) * (axis < 3 ? 30 : 6);
  life.memories.forEach((memory, i) => {
    const sketch = Int8Array.from({ length: DIMENSIONS }, (_, axis) => (i === 7 ? 0 : normal(axis)));
    life.memories[i] = i === 8 ? memory : { ...memory, sketch };
  });
  return life;
}

describe('themeMembers', () => {
  it.each([0.9, 0.5, 0.2, 0.02, -0.3])('are those at a cosine of at least %s in the round space', (cosine) => {
    const { memories } = lifeWithSketches();
    const points = new Directions(memories.length, DIMENSIONS);
    memories.forEach(({ sketch }, row) => {
      points.set(row, sketch ?? []);
    });
    const space = new RoundSpace([points]);
    const round = space.of(points);
    const centres = new Directions(3, DIMENSIONS);
    [20, 21, 22].forEach((row, centre) => {
      centres.set(centre, round.row(row));
    });
    const regions = [0, 1, 2].map((centre) => ({ centre, cosine: centre === 1 ? 0.4 : cosine }));
    const expected = regions.map(({ centre, cosine: least }) =>
      [...centres.products(centre, round)].flatMap((one, row) => (row === 7 || row === 8 || one < least ? [] : [row])),
    );
    expect(themeMembers({ observations: memories }, { space, centres }, regions)).toEqual(expected);
  });
});
