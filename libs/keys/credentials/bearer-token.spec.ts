import { DomainError } from '@mneme/platform/errors';
import { bearerToken } from './bearer-token.js';

function kindOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error.kind;
    throw error;
  }
  return 'none';
}

describe('the Authorization header', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER   abc  ', 'abc'],
    ['Bearer mneme_live_Ab0', 'mneme_live_Ab0'],
    ['Bearer a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
  ])('%j carries a token', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });

  it('is required', () => {
    expect(kindOf(() => bearerToken(undefined))).toBe('authRequired');
  });

  it.each([
    '',
    ' ',
    'Bearer',
    'Bearer ',
    'Bearerabc',
    'Basic dXNlcjpwYXNz',
    'Token abc',
    'abc',
    'Bearer a b',
    'Bearer a, Bearer b',
    'Bearer a,b',
    'Bearer "a"',
    'Bearer é',
    'Bearer\tabc',
    ' Bearer abc',
    'Bearer ===',
    'Bearer Bearer abc',
  ])('%j is invalid', (header) => {
    expect(kindOf(() => bearerToken(header))).toBe('authInvalid');
  });
});
