/** A paragraph, with the heading above it. */
export interface Paragraph {
  readonly section: string | undefined;
  readonly text: string;
}

/** `## Work`, or a line that is bold as a whole. */
const HEADING = /^(?:#{1,6}\s+(.+?)\s*#*|\*\*([^*]+)\*\*:?)$/;
const LIST_ITEM = /^\s{0,3}(?:[-*+]|\d+[.)])\s+(.*)$/;

/** The paragraphs of a page of Markdown; each item of a list is one. */
export function paragraphsOf(markdown: string): Paragraph[] {
  const found: Paragraph[] = [];
  let section: string | undefined;
  let lines: string[] = [];
  const end = (): void => {
    if (lines.length > 0) found.push({ section, text: lines.join('\n') });
    lines = [];
  };
  for (const line of markdown.split(/\r?\n/)) {
    const heading = HEADING.exec(line.trim());
    const item = LIST_ITEM.exec(line);
    if (heading !== null || item !== null || line.trim() === '') end();
    if (heading !== null) section = (heading[1] ?? heading[2])?.replaceAll('**', '').trim();
    else if (item !== null) lines.push(item[1] ?? '');
    else if (line.trim() !== '') lines.push(line.trim());
  }
  end();
  return found;
}
