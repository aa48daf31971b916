const several = /\b(?:or|versus|vs|alternatively)\b|\boption (?:2|two|b)\b|\ba\) .+\bb\) /i;

/** Whether a note tells of more than one option. */
export function namesSeveral(text: string): boolean {
  return several.test(text);
}
