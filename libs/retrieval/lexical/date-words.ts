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

/** A day as people write it: "2023-05-08" as "8 may 2023 monday". */
export function dateWords(isoDay: string): string {
  const date = new Date(isoDay);
  const [month, weekday] = [months[date.getUTCMonth()] ?? '', weekdays[date.getUTCDay()] ?? ''];
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()} ${weekday}`;
}
