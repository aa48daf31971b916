import { identifiersIn, namesOneOf, withoutIdentifiers } from './identifiers.js';

it('knows a series and a number', () => {
  const text = 'ADR-14 replaces adr-9; see PEP 484 and RFC2119. Not 2026-11-25, V8 or the 12 boats.';
  expect(
    identifiersIn(text)
      .map(({ series, number }) => `${series} ${number}`)
      .sort(),
  ).toEqual(['adr 14', 'adr 9', 'pep 484', 'rfc 2119']);
  expect(withoutIdentifiers('Why ADR-14?').trim()).toBe('Why  ?');
});

it('tells the one asked for from others of its series', () => {
  const asked = identifiersIn('Why ADR-14?');
  expect(namesOneOf(asked, 'ADR-14: Use Meilisearch.')).toBe(true);
  expect(namesOneOf(asked, 'ADR-15 supersedes ADR-14.')).toBe(true);
  expect(namesOneOf(asked, 'ADR-15: Use pnpm.')).toBe(false);
  expect(namesOneOf(asked, 'ADR-145: Use pnpm.')).toBe(false);
  expect(namesOneOf(asked, 'INC-14 was the disk.')).toBeUndefined();
  expect(namesOneOf([], 'ADR-14')).toBeUndefined();
});
