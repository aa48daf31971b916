import { identifiersIn, labelIn, namesOneOf, withoutIdentifiers } from './identifiers.js';

it('knows a series and a number', () => {
  const text =
    'ADR-14 replaces adr-9; see PEP 484 and RFC2119. Not 2026-11-25, V8 or the 12 boats, Mar-05, KW 12, Day-3 or EUR 381.';
  expect(
    identifiersIn(text)
      .map(({ series, number }) => `${series} ${number}`)
      .sort(),
  ).toEqual(['adr 14', 'adr 9', 'pep 484', 'rfc 2119']);
  expect(withoutIdentifiers('Why ADR-14?').trim()).toBe('Why  ?');
});

it('knows what a text begins with', () => {
  expect(labelIn('# ADR-14: Use Meilisearch')).toEqual({ series: 'adr', number: '14' });
  expect(labelIn('PEP 484 is about types')).toEqual({ series: 'pep', number: '484' });
  expect(labelIn('As ADR-14 says')).toBeUndefined();
  expect(labelIn('')).toBeUndefined();
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
