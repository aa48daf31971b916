/** A UTC day, `2026-11-21`. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The first day of the UTC month, `2026-11-01`: what names a month. */
export function utcMonth(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`;
}

/** So many UTC days, the last of them the one of this moment, oldest first. */
export function lastDays(at: Date, days: number): string[] {
  const today = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  return Array.from({ length: days }, (_, i) => utcDay(new Date(today - (days - 1 - i) * 86_400_000)));
}
