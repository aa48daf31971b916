/** Languages whose names of weekdays are known: those of most texts. What a runtime does not have it names in English. */
const LANGUAGES = 'en de fr es pt it nl sv nb da fi is pl cs hu ro tr el ru uk ar he hi id vi ja ko zh'.split(' ');
/** 5 January 2026 was a Monday. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

let names: ReadonlyMap<string, number> | undefined;

/** The weekday that a name contains, 1 Monday to 7 Sunday: monday-standup, "Mondays", Montagsrunde. Not short forms, which are words of other languages. */
export function weekdayIn(name: string): number | undefined {
  names ??= new Map(LANGUAGES.flatMap(namesIn));
  const lower = name.toLowerCase();
  for (const [weekday, number] of names) if (lower.includes(weekday)) return number;
  return undefined;
}

function namesIn(language: string): [string, number][] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => [format.format(MONDAY + day * DAY_MS).toLowerCase(), day + 1]);
}
