import { isObject, type Json } from '../walk.js';

/** How a language writes values. */
export interface LiteralStyle {
  readonly indent: string;
  readonly text: (value: string) => string;
  /** `true`, `false` and `null`. */
  readonly word: (value: boolean | null) => string;
  readonly key: (name: string) => string;
  /** The braces of an object in one line: `{ a: 1 }` or `{"a": 1}`. */
  readonly spaced: boolean;
  /** Whether the last of several lines ends with a comma too. */
  readonly lastComma: boolean;
}

const WIDTH = 72;

/** A value as a literal of a language: in one line where that is short, otherwise with one field a line. */
export function literal(value: unknown, style: LiteralStyle, depth = 0): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'boolean' || value === null) return style.word(value);
  if (Array.isArray(value))
    return list(
      value.map((each) => [each]),
      ['[', ']'],
      style,
      depth,
    );
  if (isObject(value)) return list(fieldsOf(value, style), ['{', '}'], style, depth);
  return JSON.stringify(value);
}

/** Arguments of a function by name, as `list` writes the items of an array. */
export function argumentList(items: readonly Item[], style: LiteralStyle): string {
  return list(items, ['(', ')'], style, 0);
}

/** A value, and before it what names it. */
export type Item = readonly [value: unknown, name?: string];

function fieldsOf(value: Json, style: LiteralStyle): Item[] {
  return Object.entries(value).map(([name, each]) => [each, `${style.key(name)}: `]);
}

function list(items: readonly Item[], [open, close]: [string, string], style: LiteralStyle, depth: number): string {
  const at = (level: number): string =>
    items.map(([value, name = '']) => name + literal(value, style, level)).join('\0');
  const inside = at(depth).replaceAll('\0', ', ');
  const space = open === '{' && style.spaced && items.length > 0 ? ' ' : '';
  const line = `${open}${space}${inside}${space}${close}`;
  if (!line.includes('\n') && line.length + depth * style.indent.length <= WIDTH) return line;
  const margin = style.indent.repeat(depth);
  const lines = at(depth + 1)
    .split('\0')
    .map((each) => `${margin}${style.indent}${each}`);
  return `${open}\n${lines.join(',\n')}${style.lastComma ? ',' : ''}\n${margin}${close}`;
}
