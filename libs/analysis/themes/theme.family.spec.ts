import { PatternLife } from '../../../test/support/stories/pattern-life.js';
import { findPatterns } from '../find-patterns.js';

const DIMENSIONS = 64;

/** About normal in every dimension. */
function direction(life: PatternLife): number[] {
  return Array.from({ length: DIMENSIONS }, () => 20 * (life.next() + life.next() + life.next() + life.next() - 2));
}

function lifeWithSketches(seed: number): PatternLife {
  const life = new PatternLife(seed).noise(600);
  life.memories.forEach((memory, i) => (life.memories[i] = { ...memory, sketch: Int8Array.from(direction(life)) }));
  return life;
}

/** Every third of its memories carries the tag: enough for a name, too few to be the theme. */
const named = (index: number): string[] => (index % 3 === 0 ? ['lighthouse'] : []);

const themesOf = (life: PatternLife) =>
  findPatterns(life.memories, { minOccurrences: 3, timezone: 'UTC' }).patterns.filter(
    ({ family, tier }) => family === 'theme' && tier === 'established',
  );

describe('themes', () => {
  it('are subjects that come back under different tags, named by what they share', () => {
    const life = lifeWithSketches(3);
    const centre = direction(life);
    for (const [index, day] of life.spread(20).entries()) {
      const sketch = Int8Array.from(direction(life), (value, i) => 0.6 * value + 0.8 * (centre[i] ?? 0));
      life.add(day, 12, { tags: [`t${life.below(30)}`, ...named(index)], type: `type${life.below(9)}`, sketch });
    }
    const [theme] = themesOf(life);
    expect(theme?.items[0]).toEqual({ kind: 'theme', name: expect.stringContaining('lighthouse') as string });
    expect(theme?.support.memories).toBeGreaterThan(11);
    expect(theme?.viz.kind).toBe('spark');
  });

  it('have titles of words that their texts share, where tags do not name them', () => {
    const life = lifeWithSketches(3);
    const centre = direction(life);
    const words = ['lighthouse beam;exhausted', 'lighthouse;harbour', 'beam;harbour wall', 'lamp;lighthouse;painted'];
    for (const [index, day] of life.spread(20).entries()) {
      const sketch = Int8Array.from(direction(life), (value, i) => 0.6 * value + 0.8 * (centre[i] ?? 0));
      const tags = [`t${life.below(30)}`];
      life.add(day, 12, { tags, type: `type${life.below(9)}`, sketch, words: words[index % 4] });
    }
    const [theme] = themesOf(life);
    expect(theme?.title).toBe('Theme: lighthouse, beam, harbour');
    expect(theme?.sentence).toBe("The subject 'lighthouse, beam, harbour' keeps coming up.");
  });

  it('are found where all meanings agree along a few axes', () => {
    const life = new PatternLife(4).noise(600);
    const stretched = (): number[] =>
      direction(life).map((value, axis) => (axis < 6 ? 12 + 2.2 * value : 12 + 0.5 * value));
    life.memories.forEach((memory, i) => (life.memories[i] = { ...memory, sketch: Int8Array.from(stretched()) }));
    const centre = stretched();
    for (const [index, day] of life.spread(14).entries()) {
      const sketch = Int8Array.from(stretched(), (value, i) => 0.6 * value + 0.8 * (centre[i] ?? 0));
      life.add(day, 12, { tags: [`t${life.below(30)}`, ...named(index)], type: `type${life.below(9)}`, sketch });
    }
    const [theme] = themesOf(life);
    expect(theme?.items).toEqual([{ kind: 'theme', name: expect.stringContaining('lighthouse') as string }]);
    expect(theme?.support.memories).toBeGreaterThan(9);
  });

  it('without a name, or of one name, are told apart by the day they begin', () => {
    for (const isNamed of [false, true]) {
      const life = lifeWithSketches(3);
      const days = [0, 1].map((theme) => {
        const centre = direction(life);
        const days = life.spread(30).map((day) => day + theme);
        for (const [index, day] of days.entries()) {
          const sketch = Int8Array.from(direction(life), (value, i) => 0.5 * value + 0.9 * (centre[i] ?? 0));
          life.add(day, 12, { tags: isNamed ? named(index) : [], type: `type${life.below(9)}`, sketch });
        }
        return days;
      });
      const themes = themesOf(life);
      expect(themes).toHaveLength(days.length);
      expect(new Set(themes.map(({ id }) => id)).size).toBe(2);
      const names = themes.map(({ items }) => items[0]?.name);
      expect(new Set(names).size).toBe(2);
      const since = themes.map(({ support }) => `since ${support.firstAt.slice(0, 10)}`);
      expect(names).toEqual(
        isNamed
          ? [expect.stringMatching(/lighthouse$/), `lighthouse ${since[1]}`]
          : since.map((first) => `similar memories ${first}`),
      );
    }
  });

  it('are not found where meanings only differ', () => {
    for (let seed = 1; seed <= 5; seed += 1) expect(themesOf(lifeWithSketches(seed))).toEqual([]);
  });

  it('are not told where one tag already names them', () => {
    const life = lifeWithSketches(3);
    const centre = direction(life);
    for (const day of life.spread(20)) {
      const sketch = Int8Array.from(direction(life), (value, i) => 0.6 * value + 0.8 * (centre[i] ?? 0));
      life.add(day, 12, { tags: ['lighthouse'], type: `type${life.below(9)}`, sketch });
    }
    expect(themesOf(life)).toEqual([]);
    const { suppressed } = findPatterns(life.memories, { minOccurrences: 3, timezone: 'UTC' });
    expect(suppressed.find(({ reason }) => reason === 'theme_is_an_item')?.count).toBe(1);
  });

  it('are not told where they are a part of what one tag names', () => {
    const life = lifeWithSketches(3);
    const centre = direction(life);
    for (const day of life.spread(60)) {
      const isNear = life.next() < 0.33;
      const sketch = Int8Array.from(direction(life), (value, i) =>
        isNear ? 0.6 * value + 0.8 * (centre[i] ?? 0) : value,
      );
      life.add(day, 12, { tags: ['olga', `t${life.below(30)}`], type: `type${life.below(9)}`, sketch });
    }
    expect(themesOf(life)).toEqual([]);
    const { suppressed } = findPatterns(life.memories, { minOccurrences: 3, timezone: 'UTC' });
    expect(suppressed.find(({ reason }) => reason === 'theme_is_an_item')?.count).toBe(1);
  });

  it('are told where all carry a tag that most else carries, too', () => {
    const life = lifeWithSketches(3);
    const centre = direction(life);
    for (const day of life.spread(20)) {
      const sketch = Int8Array.from(direction(life), (value, i) => 0.6 * value + 0.8 * (centre[i] ?? 0));
      life.add(day, 12, { tags: [`t${life.below(30)}`], type: `type${life.below(9)}`, sketch });
    }
    const memories = life.memories.map((memory) => ({ ...memory, tags: [...memory.tags, 'diary'] }));
    life.memories.splice(0, memories.length, ...memories);
    expect(themesOf(life)).toHaveLength(1);
  });

  it('of sketches of zeros, or of one sketch, are none', () => {
    for (const sketch of [new Int8Array(DIMENSIONS), new Int8Array(DIMENSIONS).fill(7)]) {
      const life = new PatternLife(2).noise(200);
      life.memories.forEach((memory, i) => (life.memories[i] = { ...memory, sketch }));
      expect(themesOf(life)).toEqual([]);
    }
  });
});
