const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/**
 * "2023-05-08T13:56:00Z" as people ask for it: "8 may 2023 monday". The date is the one written down, in any
 * zone its author was. Empty where the value is no ISO 8601 date.
 */
export function dateWords(value: unknown): string {
  const match = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(value) : null;
  if (!match) return '';
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return '';
  return `${String(day)} ${months[month - 1] ?? ''} ${String(year)} ${weekdays[date.getUTCDay()] ?? ''}`;
}
