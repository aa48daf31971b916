import type { Finding } from '../selection/fdr-selection.js';
import type { Item } from '../types/item.js';

/** Around a name; the first that it does not hold itself. */
const QUOTES = ["''", '""', '“”'] as const;
/** Longest name that is reported, in characters; names are other people's text. */
const MAX_NAME_LENGTH = 80;
const WEEKDAYS = ['', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];

/** What a finding is about, each in one line. */
export function namesOf(finding: Finding): string[] {
  return finding.items.map((item) => inOneLine(labelOf(item)));
}

/** How a thing is called. */
export function labelOf({ name, label }: Item): string {
  return label ?? name;
}

/** A tag may hold line breaks. */
export function inOneLine(name: string): string {
  return boundedName(name).replace(/\s+/gu, ' ');
}

export function quoted(name: string): string {
  const [open, close] = QUOTES.find((marks) => !name.includes(marks.charAt(0))) ?? QUOTES[2];
  return `${open}${name}${close}`;
}

export function boundedName(name: string): string {
  const characters = [...name.slice(0, 2 * MAX_NAME_LENGTH + 2)];
  return characters.length <= MAX_NAME_LENGTH ? name : `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`;
}

/** Mondays, between 08:00 and 11:00 (the hours that were counted), or both. */
export function whenOf({ weekday, fromHour, toHour }: Finding['params']): string {
  const day = weekday === undefined ? '' : (WEEKDAYS[Number(weekday)] ?? '');
  const time = fromHour === undefined ? '' : `between ${clock(fromHour)} and ${clock(toHour)}`;
  return [day, time].filter((part) => part !== '').join(' ');
}

function clock(hour: Finding['params'][string] | undefined): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

export function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
