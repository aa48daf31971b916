import { contentWordsOf } from './content-words.js';

const quoted = /["“„«]([^"“”„«»]+)["”“»]/gu;
/** What may stand behind a heading. */
const behind = /^(?:$|[.:;!?…–—\n]| \n| [–—] | -{1,2} )/u;
const marks = /^[#*\s]+/u;
/** "ADR-15: ", behind which the title begins. */
const number = /^\p{L}{2,6}[- ]?\d{1,6}[:.)] */u;
const closing = /[\s.:;!?…]+$/u;
/** Characters that are read beyond twice a heading: marks, blanks, and what stands behind it. */
const SPARE = 100;
/** Of a heading: many memories begin with the same word. */
const MIN_WORDS = 2;

/**
 * Whether a text has the topic, or what the topic quotes, for its heading: its beginning (behind its number, if it has
 * one) up to a full stop, a colon, a dash or the end of the line. A question with these words means this memory.
 */
export function headingTest(topic: string): (content: string) => boolean {
  const headings = [topic, ...Array.from(topic.matchAll(quoted), ([, part = '']) => part)]
    .filter((one) => contentWordsOf(one).size >= MIN_WORDS)
    .map((one) => compared(one).replace(closing, ''));
  const most = 2 * Math.max(0, ...headings.map(({ length }) => length)) + SPARE;
  return (content) => {
    const text = compared(content.slice(0, most).replace(marks, ''));
    return [text, text.replace(number, '')].some((one) =>
      headings.some((heading) => one.startsWith(heading) && behind.test(one.slice(heading.length))),
    );
  };
}

function compared(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\S\n]+/g, ' ');
}
