import { contentWordsOf } from './content-words.js';
import { ownWords } from './distinctive-words.js';

/** Times, amounts and titles: that two texts name the same is chance. */
const ordinary = contentWordsOf(
  `january february march april may june july august september october november december jan feb mar apr jun jul aug sep oct nov dec
  monday tuesday wednesday thursday friday saturday sunday morning afternoon evening night spring summer autumn winter hour minute
  one two three four five six seven eight nine ten eleven twelve euro dollar pound cent price cost dr mr mrs ms prof`,
);
const number = /^\p{N}/u;
/** "Varga likes …", "Dr. Chow offers …": who puts an option forward is no part of it. */
const speaker =
  /^(?:(?:Dr|Prof|Mr|Mrs|Ms)\. )?(?:\p{Lu}[\p{L}.'’-]+ ){1,3}(?=(?:proposed|proposes|suggest|want|asked|asks|put|would|prefer|brought|recommend|pitched|favou?r|objected|estimated|explained|said|says|is all|moved|named|argued|offer|showed|told|visited|called|reckons|thinks|likes)\p{L}*\b)/u;

/** Of each option the words that tell it from the others: not who put it forward, and no times and amounts. */
export function tellingWords(options: readonly string[]): ReadonlySet<string>[] {
  const speakers = options.map((option) => contentWordsOf(speaker.exec(option)?.[0] ?? ''));
  return ownWords(options).map(
    (words, i) =>
      new Set([...words].filter((word) => !speakers[i]?.has(word) && !ordinary.has(word) && !number.test(word))),
  );
}
