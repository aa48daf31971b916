const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/**
 * How deep objects and lists lie in one another: 0 for a number, 1 for a list of numbers. Of a text that is no JSON,
 * how many are open at once at most; that it is none its parser will say.
 */
export function jsonDepth(text: string): number {
  let deepest = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) i = endOfString(text, i + 1);
    else if (unit === LIST || unit === OBJECT) deepest = Math.max(deepest, ++depth);
    else if (unit === LIST_END || unit === OBJECT_END) depth--;
  }
  return deepest;
}

/** Where its closing quote is. @param from the first character inside */
function endOfString(text: string, from: number): number {
  let i = from;
  while (i < text.length && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  return i;
}
