/** Stands for the mark of a result, which is another one each time. */
export const MARK = 'MARK';

/** A text of a tool with its mark replaced. */
export function marked(text: string): string {
  const found = /<recorded-([0-9a-f]{16})>/.exec(text)?.[1];
  return found === undefined ? text : text.replaceAll(`recorded-${found}`, `recorded-${MARK}`);
}
