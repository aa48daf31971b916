/** Created once: creating one takes longer than the rest of a chain's text. */
const months = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

/** A day as people write it, in UTC: "3 Feb 2026". */
export function dayOf(at: number): string {
  const date = new Date(at);
  return `${String(date.getUTCDate())} ${months.format(date)} ${String(date.getUTCFullYear())}`;
}

/** "40 minutes", "3 days", "5 weeks", "2 years". */
export function spanOf(ms: number): string {
  const hours = ms / 3_600_000;
  if (hours < 1) return counted(Math.round(ms / 60_000), 'minute');
  if (hours < 36) return counted(Math.round(hours), 'hour');
  const days = hours / 24;
  if (days < 21) return counted(Math.round(days), 'day');
  if (days < 120) return counted(Math.round(days / 7), 'week');
  return days < 731 ? counted(Math.round(days / 30.4), 'month') : counted(Math.round(days / 365.25), 'year');
}

/** So many whole weeks or months: of a time that is at least so long. */
export function wholeSpanOf(ms: number): string {
  const days = ms / 86_400_000;
  if (days < 120) return counted(Math.floor(days / 7), 'week');
  return days < 731 ? counted(Math.floor(days / 30.5), 'month') : counted(Math.floor(days / 365.25), 'year');
}

function counted(count: number, unit: string): string {
  return `${String(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/** The beginning of a text on one line, cut at a word, in whole characters. */
export function excerptOf(content: string, most: number): string {
  const line = content.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= most) return line;
  const cut = characters.slice(0, most - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > most / 2 ? cut.slice(0, space) : cut}…`;
}

/** Three decimals. */
export function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
