const thousandsByComma = /^\d{1,3}(?:[,']\d{3})+(?:\.\d+)?$/;
const thousandsByPoint = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/;
const decimalComma = /^\d+,\d{1,2}$/;
/** A decimal fraction to one reader, more than a thousand to another. */
const ambiguous = /^[1-9]\d{0,2}\.\d{3}$/;

/**
 * The terms of a number, the first of which stands for it: without separators of thousands, with a decimal point, without
 * a fraction of zeros or the leading zero of two digits: "1,299.00", "1.299,00" and "1299" are the same.
 */
export function numberForms(number: string): string[] {
  const plain = plainNumber(number)
    .replace(/\.0+$/, '')
    .replace(/^0(?=\d$)/, '');
  return ambiguous.test(number) ? [plain, number.replace('.', '')] : [plain];
}

function plainNumber(number: string): string {
  if (thousandsByComma.test(number)) return number.replace(/[,']/g, '');
  if (thousandsByPoint.test(number)) return number.replaceAll('.', '').replace(',', '.');
  return decimalComma.test(number) ? number.replace(',', '.') : number;
}

/** A stretch of a text whose parts make one term together. */
export interface Joined {
  readonly start: number;
  readonly end: number;
  /** The first one stands for it. */
  readonly terms: readonly string[];
}

const digitGroups = /\+?\d+(?:(?:[ \u00a0\u202f./-]|\) ?)\d+)+/g;
const thousandsByBlank = /^\d{1,3}(?:[ \u00a0\u202f]\d{3})+$/;
/** Of telephone and account numbers, and dates without blanks; shorter ones are as often two numbers side by side. */
const MIN_DIGITS = 7;
const MAX_DIGITS = 20;

/** Numbers written in groups, such as "912 345 678" and "+34 912-345-678", which is found without its country as well. */
export function joinedDigits(text: string): Joined[] {
  return Array.from(text.matchAll(digitGroups)).flatMap((match) => {
    const [group] = match;
    const digits = group.replace(/\D/g, '');
    const one = thousandsByBlank.test(group) || (digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS);
    if (!one) return [];
    const national = group.startsWith('+') ? [digits.slice(/^\+(\d+)/.exec(group)?.[1]?.length ?? 0)] : [];
    return [{ start: match.index, end: match.index + group.length, terms: [digits, ...national] }];
  });
}

const clock = /(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])(?:\s?([ap])\.?m\b)?/gi;

/** Times of day: "06:45" is "6:45", and "6:45 pm" is "18:45" as well. */
export function clockTimes(text: string): Joined[] {
  return Array.from(text.matchAll(clock), (match) => {
    const [all, hour = '', minute = '', half] = match;
    const later = half?.toLowerCase() === 'p' && Number(hour) < 12 ? [`${Number(hour) + 12}:${minute}`] : [];
    return { start: match.index, end: match.index + all.length, terms: [`${Number(hour)}:${minute}`, ...later] };
  });
}
