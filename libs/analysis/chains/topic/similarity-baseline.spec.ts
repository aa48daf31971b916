import { ROLES } from '../../features/role.js';
import { backgroundOf } from './similarity-baseline.js';
import { centredInput, centredOn } from './centred-input.js';
import type { ChainInput, RolePrototypes } from '../types/chain-input.js';
import { dot } from '../model/dot-product.js';

const SIZE = 32;
const none = Object.fromEntries(ROLES.map((role) => [role, []])) as unknown as RolePrototypes;
/** Directions that differ, and share one. */
const vectors = Array.from({ length: 300 }, (_, i) => {
  const vector = Float32Array.from({ length: SIZE }, (_value, at) => Math.sin((i + 1) * (at + 1) * 12.9898));
  vector[0] = 6;
  return centredOn(new Float32Array(SIZE), vector);
});

describe('backgroundOf', () => {
  it('takes away what all have in common', () => {
    const { centre, mean, deviation } = backgroundOf(vectors, none);
    const [one = new Float32Array(), other = new Float32Array()] = vectors;
    expect(dot(one, other)).toBeGreaterThan(0.5);
    expect(Math.abs(mean)).toBeLessThan(0.05);
    expect(deviation).toBeGreaterThan(0.1);
    expect(Math.abs(dot(centredOn(centre, one), centredOn(centre, other)))).toBeLessThan(0.5);
  });

  it('is the same in whatever order the vectors come', () => {
    expect(backgroundOf([...vectors].reverse(), none)).toEqual(backgroundOf(vectors, none));
  });

  it('hardly turns with one vector more', () => {
    const [before, after] = [backgroundOf(vectors.slice(0, -1), none), backgroundOf(vectors, none)];
    expect(Math.abs(after.deviation / before.deviation - 1)).toBeLessThan(0.01);
    expect(Math.abs(after.mean - before.mean)).toBeLessThan(0.005 * after.deviation);
  });

  it('counts what is stored again once', () => {
    const again = vectors.slice(0, 100).map((vector) => Float32Array.from(vector));
    expect(backgroundOf([...vectors, ...again], none)).toEqual(backgroundOf(vectors, none));
  });

  it('knows how notes look in general where there are few', () => {
    const prototypes = { ...none, trigger: vectors };
    expect(backgroundOf([], prototypes)).toEqual(backgroundOf(vectors, none));
  });
});

describe('centredInput', () => {
  const background = backgroundOf(vectors, none);
  const input = (own = background): ChainInput => ({
    topic: { text: 'x', vector: vectors[0] ?? new Float32Array(), words: [] },
    memories: [],
    background: own,
    prototypes: none,
    tenantSize: 0,
    entityCounts: new Map(),
    asOf: 0,
  });

  it('gives the same object for a vector as often as it is asked, also by a copy of the background', () => {
    const first = centredInput(input()).topic.vector;
    expect(first).not.toBe(vectors[0]);
    expect(centredInput(input({ ...background, centre: background.centre.slice() })).topic.vector).toBe(first);
  });

  it('sees it from another centre where the background has changed', () => {
    const other = { ...background, centre: backgroundOf(vectors.slice(30), none).centre };
    expect(centredInput(input(other)).topic.vector).not.toEqual(centredInput(input()).topic.vector);
  });
});
