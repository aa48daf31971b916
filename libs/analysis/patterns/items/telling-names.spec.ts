import { isFeelingName, isSubject } from './telling-names.js';

describe('a name', () => {
  it.each(['happy', 'stressed', 'burned-out', 'fed up', 'proud'])('%s is a feeling', (name) => {
    expect(isFeelingName(name)).toBe(true);
  });

  it.each(['roof', 'night shift', 'Mae', 'speed'])('%s is none', (name) => {
    expect(isFeelingName(name)).toBe(false);
  });

  it.each(['watered', 'estimated', 'happy', 'late', 'den', 'die schnecken'])(
    '%s is a subject only where somebody chose it for a tag',
    (name) => {
      const isOf = (kind: 'tag' | 'entity' | 'word'): boolean => isSubject({ kind, name });
      expect([isOf('tag'), isOf('entity'), isOf('word')]).toEqual([true, false, false]);
    },
  );

  it.each(['seed', 'bed', 'red', 'speed', 'shed', 'night shift', 'new york'])('%s is a subject', (name) => {
    expect(isSubject({ kind: 'word', name })).toBe(true);
  });
});
