/** In the reader's language and time zone: the browser knows both. */
const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const NUMBER = new Intl.NumberFormat();
const DECIMAL = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

/** @param iso time with a zone, as the API gives it */
export function dateTime(iso: string): string {
  return DATE_TIME.format(new Date(iso));
}

/** The day of a time with a zone. */
export function date(iso: string): string {
  return DATE.format(new Date(iso));
}

/** @param iso a day without a time: the same day in every zone */
export function day(iso: string): string {
  const [year = 0, month = 1, date = 1] = iso.split('-').map(Number);
  return DATE.format(new Date(year, month - 1, date));
}

export function count(value: number): string {
  return NUMBER.format(value);
}

/** "1 memory", "1,000 memories". */
export function counted(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** With two decimals. */
export function decimal(value: number): string {
  return DECIMAL.format(value);
}

/** @param share 0 to 1 */
export function percent(share: number): string {
  return PERCENT.format(share);
}

const BYTE_UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
const ROUNDED = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** "512 bytes", "1.5 GiB". */
export function bytes(value: number): string {
  const step = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10));
  return `${ROUNDED.format(value / 1024 ** step)} ${BYTE_UNITS[step] ?? ''}`;
}
