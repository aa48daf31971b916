import { jsonObjectIn } from './reply-json.js';

describe('the JSON of a reply', () => {
  it.each([
    ['alone', '{"a": 1}'],
    ['with space around it', '\n {"a": 1}\n'],
    ['in a fence', '```json\n{"a": 1}\n```'],
    ['in prose', 'Here is the answer: {"a": 1} I hope that it helps :}'],
    ['after thoughts with braces', '<think>{"a": 0} or {maybe "not}</think>{"a": 1}'],
    ['after a beginning that is none', 'a set { of notes, and then {"a": 1}'],
  ])('is found %s', (_, reply) => {
    expect(jsonObjectIn(reply)).toEqual({ a: 1 });
  });

  it('is the outermost object, and knows what is in strings', () => {
    const reply = { members: [{ quote: 'a " } b \\' }], edges: [{}] };
    expect(jsonObjectIn(`Sure: ${JSON.stringify(reply)}.`)).toEqual(reply);
  });

  it.each(['', 'none', '[]', '[1]', '{"a": 1', '{a: 1}', 'null'])('is not there in %s', (reply) => {
    expect(jsonObjectIn(reply)).toBeUndefined();
  });

  it('is looked for in bounded time', () => {
    const started = performance.now();
    expect(jsonObjectIn('{'.repeat(250_000))).toBeUndefined();
    expect(jsonObjectIn('{"'.repeat(125_000))).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
