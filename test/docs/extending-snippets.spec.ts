import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const EXAMPLE = 'docs/examples/notes';
/** Shows the shape of another feature. */
const NOT_OF_THE_EXAMPLE = '## Following the index';

/** The pieces of code on the page, each with the heading that it stands under. */
function pieces(): string[] {
  const page = readFileSync('docs/guides/extending.md', 'utf8');
  const sections = page.split(/^(?=## )/m).filter((section) => !section.startsWith(NOT_OF_THE_EXAMPLE));
  return sections.flatMap((section) =>
    [...section.matchAll(/^```(?:ts|sql)\n(.*?)^```$/gms)].map(([, code = '']) => code),
  );
}

/** Layout is free: line breaks, indentation, the comma after a last entry, the semicolon after a statement of SQL. */
function plain(code: string): string {
  return code.replaceAll(/\s/g, '').replaceAll(/,(?=[\])}])/g, '');
}

const files = readdirSync(EXAMPLE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const sources = files.map((file) => plain(readFileSync(join(EXAMPLE, file), 'utf8')));

/** Whether a file of the example has all of this, in this order; `…` stands for what is left out. */
function isShown(code: string): boolean {
  const parts = plain(code).split('…');
  return sources.some((source) => {
    let from = 0;
    return parts.every((part) => {
      const at = source.indexOf(part, from);
      from = at + part.length;
      return at >= 0;
    });
  });
}

describe('the code in docs/guides/extending.md', () => {
  it.each(pieces().map((code) => [code.trim().split('\n', 1)[0], code] as const))('is the example’s: %s', (_, code) => {
    const statements = code.includes('TO mneme_app;') ? code.trim().split(';').filter(Boolean) : [code];
    expect(statements.filter((statement) => !isShown(statement))).toEqual([]);
  });

  it('would be found out', () => {
    expect(pieces().length).toBeGreaterThan(10);
    expect(isShown('readonly text: string;')).toBe(true);
    expect(isShown('readonly text: number;')).toBe(false);
    expect(isShown('readonly text … readonly colour: string;')).toBe(false);
  });
});
