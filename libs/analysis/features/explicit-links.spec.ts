import { linksOf } from './explicit-links.js';

const ids = (count: number, name: string): string[] => Array.from({ length: count }, (_, i) => `mem_${name}${i}`);
const told = (metadata: Record<string, unknown>, kind: string): string[] =>
  linksOf(metadata).flatMap((link) => (link.kind === kind ? [link.to] : []));

describe('the links that metadata states', () => {
  it('come in the order of their kinds, and within one as they are written', () => {
    const metadata = { replyTo: 'mem_e', supersedes: ['mem_d'], decisionId: 'mem_c', relatedTo: ['mem_b', 'mem_a'] };
    expect(linksOf(metadata)).toEqual([
      { kind: 'relatedTo', to: 'mem_b' },
      { kind: 'relatedTo', to: 'mem_a' },
      { kind: 'decisionId', to: 'mem_c' },
      { kind: 'supersedes', to: 'mem_d' },
      { kind: 'replyTo', to: 'mem_e' },
    ]);
  });

  it('are 50 at most, the first of them', () => {
    expect(told({ relatedTo: ids(51, 'r') }, 'relatedTo')).toEqual(ids(50, 'r'));
    expect(linksOf({ relatedTo: ids(50, 'r') })).toHaveLength(50);
  });

  it.each(['decisionId', 'supersedes', 'causedBy'])('leave room for %s, however many others are written', (kind) => {
    for (const others of [{ relatedTo: ids(400, 'r') }, { replyTo: ids(400, 'r') }]) {
      const metadata = { ...others, [kind]: 'mem_x' };
      expect(told(metadata, kind)).toEqual(['mem_x']);
      expect(linksOf(metadata)).toHaveLength(50);
    }
  });

  it('leave room for a reply beside what is only related', () => {
    expect(told({ relatedTo: ids(50, 'r'), replyTo: 'mem_x' }, 'replyTo')).toEqual(['mem_x']);
  });

  it('keep all that say more before the first that says less', () => {
    const metadata = { relatedTo: ids(50, 'r'), causedBy: ids(20, 'c'), supersedes: ids(29, 's') };
    expect(told(metadata, 'causedBy')).toEqual(ids(20, 'c'));
    expect(told(metadata, 'supersedes')).toEqual(ids(29, 's'));
    expect(told(metadata, 'relatedTo')).toEqual(['mem_r0']);
  });

  it.each(['supersedes', 'causedBy'])('of 50 decisions still tell %s', (kind) => {
    expect(told({ decisionId: ids(50, 'd'), [kind]: 'mem_x' }, kind)).toEqual(['mem_x']);
  });
});
