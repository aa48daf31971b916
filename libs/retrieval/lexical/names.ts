import { wordsOf } from './analyzer.js';

/** Those names all of whose words stand in the text one behind the other, in whatever case; "Ann's" names Ann. */
export function namedIn(text: string, names: Iterable<string>): string[] {
  const phrase = spaced(text);
  return [...names].filter((name) => {
    const wanted = spaced(name);
    return wanted.trim() !== '' && phrase.includes(wanted);
  });
}

function spaced(text: string): string {
  return ` ${wordsOf(text)
    .map((word) => word.replace(/'s?$/, ''))
    .join(' ')} `;
}
