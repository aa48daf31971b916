const FORM = /^pat_([0-9a-hjkmnp-tv-z]{13})$/;

/** The form of a pattern's identifier, as JSON Schema has it. */
export const PATTERN_ID_SCHEMA = { type: 'string', pattern: FORM.source.replaceAll(/[()]/g, '') } as const;

/** What clients see for the identifier of a pattern, which the analysis has without prefix. */
export function formatPatternId(id: string): string {
  return `pat_${id}`;
}

/** The identifier without prefix; undefined where the text has another form. */
export function parsePatternId(id: string): string | undefined {
  return FORM.exec(id)?.[1];
}
