import { patterns } from './analysis.worker.js';
import { packObservation } from '../stored-form/packed-observation.js';
import { SKETCH_SIZE } from '../stored-form/vector-sketch.js';

const NOTE = { importance: 0.5, valence: 0, isDay: false, sketch: new Int8Array(SKETCH_SIZE), entities: [] } as const;
const DAY = 24 * 3_600_000;
const OPTIONS = { minOccurrences: 3, timezone: 'UTC' };

/** So many memories of one type, one behind the other. */
function packed(count: number, type: string, tags: readonly string[] = []): Uint8Array {
  const one = { ...NOTE, id: '01a21316-a7a9-7009-af12-8eff258a557d', at: DAY, createdAt: DAY, type, tags };
  return Buffer.concat(Array.from({ length: count }, () => packObservation(one)));
}
const analysed = (chunks: Parameters<typeof patterns>[0]['chunks'], asOf = Infinity): number =>
  patterns({ chunks, asOf, expired: new Uint8Array(), options: OPTIONS }).analysed.memories;

describe('the worker of patterns', () => {
  /** What was unpacked of a revision is taken for it, whatever bytes come with it. */
  const isRemembered = (revision: number): boolean => analysed([{ packed: new Uint8Array(), revision }]) > 0;

  it('does not remember what is read but once: neither instead of what is read again, nor for another chunk', () => {
    expect(analysed([{ packed: packed(3, 'note'), revision: 1 }])).toBe(3);
    const past = Array.from({ length: 13 }, () => ({ packed: packed(10_000, 'past') }));
    expect(analysed(past, 0)).toBe(0);
    expect(isRemembered(1)).toBe(true);
    expect([analysed([{ packed: packed(2, 'one') }]), analysed([{ packed: packed(5, 'other') }])]).toEqual([2, 5]);
  });

  it('remembers as much as fits into its memory, however large memories are', () => {
    const tags = Array.from({ length: 50 }, (_, i) => `${i}`.padEnd(64, 'x'));
    for (let revision = 11; revision <= 18; revision++)
      analysed([{ packed: packed(5_000, 'large', tags), revision }], 0);
    expect([11, 18].map(isRemembered)).toEqual([false, true]);
  });
});
