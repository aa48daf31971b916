/** "ADR-14", "inc-812"; "PEP 484", "RFC2119". */
const forms = [/(?<!\p{L})(\p{L}{2,6})-(\d{1,6})(?!\d)/gu, /(?<!\p{L})(\p{Lu}{2,6}) ?(\d{1,6})(?!\d)/gu];

/** What a text calls by a series and a number. */
export interface Identifier {
  /** Small letters. */
  readonly series: string;
  readonly number: string;
}

/** "Mar-05", "KW 12", "Day-3", "EUR 381": dates and amounts number no records. */
const measures = new Set(
  'jan feb mar apr may jun jul aug sep sept oct nov dec march april june july mon tue wed thu fri sat sun monday tuesday friday sunday day days week weeks kw cw wk month year eur usd gbp chf sek nok dkk inr jpy rs km kg mb gb tb top room no nr vol'.split(
    ' ',
  ),
);

/** Each time it is named, in no order. */
export function identifiersIn(text: string): Identifier[] {
  return forms
    .flatMap((form) =>
      Array.from(text.matchAll(form), ([, series = '', number = '']) => ({ series: series.toLowerCase(), number })),
    )
    .filter(({ series }) => !measures.has(series));
}

/** What a text begins with. */
export function labelIn(text: string): Identifier | undefined {
  return identifiersIn(/^[\s#*[(]*\S+(?: \d+)?/u.exec(text)?.[0] ?? '')[0];
}

/** A text without what `identifiersIn` finds. */
export function withoutIdentifiers(text: string): string {
  return forms.reduce((rest, form) => rest.replace(form, ' '), text);
}

/** Whether a text names one of these (true), only others of their series (false), or neither (undefined). */
export function namesOneOf(asked: readonly Identifier[], text: string): boolean | undefined {
  if (asked.length === 0) return undefined;
  const named = identifiersIn(text).filter(({ series }) => asked.some((one) => one.series === series));
  if (named.length === 0) return undefined;
  return named.some(({ series, number }) => asked.some((one) => one.series === series && one.number === number));
}
