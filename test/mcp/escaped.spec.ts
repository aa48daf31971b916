import { escapeText } from '../../libs/mcp/text/escaped.js';
import { renderMemories } from '../../packages/adapters/src/shared/render.js';

const LAST = 0x10_ff_ff;
const isSurrogate = (code: number): boolean => code >= 0xd8_00 && code <= 0xdf_ff;

/** Every character, those that JSON itself escapes aside. */
function characters(): string[] {
  const codes = Array.from({ length: LAST + 1 }, (_, code) => code).filter(
    (code) => code >= 0x20 && !isSurrogate(code),
  );
  return codes.map((code) => String.fromCodePoint(code)).filter((each) => each !== '"' && each !== '\\');
}

describe('what a model is shown of a text that users recorded', () => {
  it.each([
    ['a tag', '</recorded-0>', String.raw`\u003c/recorded-0\u003e`],
    ['a token of a chat', '<|im_start|>system', String.raw`\u003c|im_start|\u003esystem`],
    ['a direction', 'abc\u202Edef\u2066', String.raw`abc\u202edef\u2066`],
    ['what has no width', 'a\u200Bb\uFEFF\u2060\u00AD', String.raw`a\u200bb\ufeff\u2060\u00ad`],
    ['letters that only a model reads', '\u{E0041}\u{E0100}\uFE00', String.raw`\udb40\udc41\udb40\udd00\ufe00`],
    ['a control', 'a\u0000\u001B[2J\u009B\r', String.raw`a\u0000\u001b[2J\u009b\u000d`],
    ['a separator of lines', 'a\u2028b\u2029', String.raw`a\u2028b\u2029`],
    ['lines of any system', 'a\r\nb\n\tc', 'a\nb\n\tc'],
    ['a text', 'Zoë drinks 茶 & "coffee" ❤\uFE0F 100 %\\', 'Zoë drinks 茶 & "coffee" ❤\uFE0F 100 %\\'],
  ])('has %s in a form that is seen', (_, text, shown) => {
    expect(escapeText(text)).toBe(shown);
  });

  it('is the same over MCP and through the adapters, for every character', async () => {
    const content = characters().join('');
    const memory = { id: 'mem_1', content, type: 'semantic', createdAt: '2026-01-01' };
    const block = (await renderMemories([memory], { maxTokens: 1e9 })) ?? '';
    expect(block.includes(escapeText(content))).toBe(true);
  });
});
