import { type Passage, passagesOf } from './passages.js';

const sentence = 'Every sentence of this text has the very same length of characters. ';

function texts(content: string): string[] {
  return passagesOf(content).map(({ start, end }) => content.slice(start, end));
}

/** No character is left out, and the order is that of the text. */
function expectWhole(content: string, passages: Passage[]): void {
  expect(passages[0]?.start).toBe(0);
  expect(passages.at(-1)?.end).toBe(content.length);
  passages.slice(1).forEach(({ start, end }, i) => {
    expect(start).toBeLessThanOrEqual(passages[i]?.end ?? -1);
    expect(end).toBeGreaterThan(passages[i]?.end ?? Infinity);
  });
}

describe('passagesOf', () => {
  it('keeps up to 1,200 characters whole, even none', () => {
    expect(passagesOf('')).toEqual([{ start: 0, end: 0 }]);
    expect(passagesOf('a'.repeat(1_200))).toEqual([{ start: 0, end: 1_200 }]);
    expect(passagesOf('a'.repeat(1_201)).length).toBeGreaterThan(1);
  });

  it('cuts on sentence ends and overlaps by one sentence', () => {
    const content = sentence.repeat(100);
    const parts = texts(content);
    expectWhole(content, passagesOf(content));
    for (const part of parts) {
      expect(part).toMatch(/^Every .*characters\. $/s);
      expect(part.length).toBeLessThanOrEqual(800);
    }
    const [first, second] = passagesOf(content);
    expect((first?.end ?? 0) - (second?.start ?? 0)).toBe(sentence.length);
  });

  it('cuts a sentence without end at spaces', () => {
    const content = 'word '.repeat(2_000);
    expectWhole(content, passagesOf(content));
    for (const part of texts(content)) expect(part).toMatch(/^(word )+$/);
  });

  it.each([
    ['letters', 'a'.repeat(10_000)],
    ['emoji', '😀'.repeat(10_000)],
    ['one letter, then emoji', `a${'😀'.repeat(9_999)}`],
    ['Chinese', '我们昨天去了北京。'.repeat(1_111)],
    ['sentences just over half a passage', `${'x'.repeat(410)}. `.repeat(24)],
  ])('takes 10,000 %s into at most 16 passages', (_, content) => {
    const passages = passagesOf(content);
    expect(passages.length).toBeLessThanOrEqual(16);
    expectWhole(content, passages);
  });

  it('never cuts a surrogate pair', () => {
    for (const part of texts(`a${'😀'.repeat(5_000)}`)) expect(part).not.toMatch(/\p{Surrogate}/u);
  });
});
