import { FrequentStatements } from './frequent-statements.js';

const SELECT = 'SELECT 1 AS one WHERE $1';

function namesOf(statements: FrequentStatements, text: string, times: number): (string | undefined)[] {
  return Array.from({ length: times }, () => statements.nameOf(text));
}

it('names a statement from the fifth time on, always alike', () => {
  const names = namesOf(new FrequentStatements(), SELECT, 6);
  expect(names.slice(0, 4)).toEqual(Array(4).fill(undefined));
  expect(names[4]).toMatch(/^frequent_\d+$/);
  expect(names[5]).toBe(names[4]);
});

it('names each statement differently', () => {
  const statements = new FrequentStatements();
  const names = [SELECT, `${SELECT} OR $2`].map((text) => namesOf(statements, text, 5).at(-1));
  expect(new Set(names).size).toBe(2);
});

it.each(['COMMIT', 'BEGIN ISOLATION LEVEL READ COMMITTED', 'ANALYZE memories', 'SELECT 1; SELECT 2'])(
  'never names %s, which is not planned or not one statement',
  (text) => {
    expect(namesOf(new FrequentStatements(), text, 10)).toEqual(Array(10).fill(undefined));
  },
);

it('names two hundred at most, however many are put together for requests', () => {
  const statements = new FrequentStatements();
  const texts = Array.from({ length: 300 }, (_, i) => `SELECT ${String(i)}`);
  const named = texts.filter((text) => namesOf(statements, text, 5).at(-1) !== undefined);
  expect(named).toHaveLength(200);
});
