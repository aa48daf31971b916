import { printable } from './printable.js';

describe('a text that is printed', () => {
  it.each([
    ['two\nlines\tand\r\nmore', String.raw`two\nlines\tand\r\nmore`],
    ['\u001b[31mred\u001b[0m \u0007', String.raw`\u001b[31mred\u001b[0m \u0007`],
    ['\u009b2J \u007f \u0000', String.raw`\u009b2J \u007f \u0000`],
    ['a \u202egnp.exe\u202c \u2066b\u2069 \u2028', String.raw`a \u202egnp.exe\u202c \u2066b\u2069 \u2028`],
    ['Ağrı, 東京, مرحبا, 👩‍🚀 and a \\', 'Ağrı, 東京, مرحبا, 👩‍🚀 and a \\'],
  ])('%j is one line, and does nothing to a terminal', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });
});
