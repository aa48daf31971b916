import { contentWordsOf } from './content-words.js';

const quoted = /["“„«]([^"“”„«»]+)["”“»]/gu;
/** What may stand behind a heading. */
const behind = /^(?:$|[.:;!?…–—\n]| \n| [–—] | -{1,2} )/u;
const marks = /^[#*\s]+/u;
const closing = /[\s.:;!?…]+$/u;
/** Of a heading: many memories begin with the same word. */
const FEWEST_WORDS = 2;

/**
 * Whether a text has the topic, or what the topic quotes, for its heading: its beginning up to a full stop, a colon, a dash
 * or the end of the line. Whoever asks with these words means this memory.
 */
export function headingTest(topic: string): (content: string) => boolean {
  const headings = [topic, ...Array.from(topic.matchAll(quoted), ([, part = '']) => part)]
    .filter((one) => contentWordsOf(one).size >= FEWEST_WORDS)
    .map((one) => compared(one).replace(closing, ''));
  return (content) => {
    const text = compared(content.replace(marks, ''));
    return headings.some((heading) => text.startsWith(heading) && behind.test(text.slice(heading.length)));
  };
}

function compared(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\S\n]+/g, ' ');
}
