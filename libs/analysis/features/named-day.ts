const months =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** A day and a month, or an ISO date: reading dates takes a hundred times as long as seeing that there is none. */
const dated = new RegExp(
  `(?<!\\d)\\d{4}-\\d{2}-\\d{2}(?!\\d)|(?<!\\d)\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${months}\\b|\\b${months}\\.? \\d{1,2}(?!\\d)`,
  'gi',
);
/** "Room 12 may be too small": the verb, in lower case. */
const mayBe =
  /^ (?:be|come|have|need|get|want|take|go|not|also|well|still|even|yet|never|only|just|soon|do|make|see|find|work|help|use|run|fail|fit|leave|stay|join|keep|give|start|end|lose|cost|apply|arrive|seem|become|turn|prove|change|happen|suffice)\b/;
/** "May 10 people come?" */
const mayPeople = /^ (?:people|persons|guests|children|kids|women|men|of|more|or)\b|^ \p{Ll}[^.!]*\?/u;
const street = /^ (?:Street|Road|Avenue|Lane|Terrace)\b/;

/** "Since 3 March" and "until 3 March" tell of a span, "the minutes of 3 March" of something else. */
const elsewhere = /\b(?:since|until|till|by|before|after|from|of|than|on or about|dated)\s+(?:the\s+)?$/i;
const owner = "(?:the|an?|my|our|your|his|her|its|their|this|that|these|those|\\p{L}+['’]s)";
const verb =
  '(?:is|are|was|were|be|been|being|has|have|had|got|get|gets|and|then|just|now|finally|i|we|you|he|she|it|they|who|which)';
/** "The lease signed on 3 March": what was signed, and what comes before and after; "the lease was signed on" tells of the signing. */
const named = new RegExp(
  `^(.*?)(?<!\\p{L})${owner} (?:(?!${verb} )\\p{L}[\\p{L}'’-]* ){1,3}(?:signed|installed|built|bought|issued|founded|published|born) (?:on )?(?:the )?$`,
  'iu',
);
/** "… on 3 March 2025 runs out" goes on with its own verb, "… on 3 March by Vaillant" does not. */
const goesOn = /^(?: \d{4})? (?!(?:and|but|as|at|by|for|from|in|of|on|to|with|after|before)\b)\p{Ll}/u;
const AROUND = 24;
const SENTENCE = 100;

/** The first day that a text names; undefined where it is not the one that the text tells of. */
export function namedDay(text: string): { readonly index: number; readonly length: number } | undefined {
  for (const { 0: words, index } of text.matchAll(dated)) {
    const after = text.slice(index + words.length, index + words.length + SENTENCE);
    if (isNoDay(words, after)) continue;
    const before = text.slice(Math.max(0, index - SENTENCE), index);
    return elsewhere.test(before.slice(-AROUND)) || isOfAThing(before, after)
      ? undefined
      : { index, length: words.length };
  }
  return undefined;
}

function isNoDay(words: string, after: string): boolean {
  if (/^may \d/i.test(words)) return mayPeople.test(after);
  return (words.endsWith(' may') && mayBe.test(after)) || (/^\d.*\p{L}$/u.test(words) && street.test(after));
}

/** Whether a date belongs to a thing that a longer sentence names: alone, "The stove installed 3 March" is the event itself. */
function isOfAThing(before: string, after: string): boolean {
  const sentence = before.split(/[.!?;:]\s|\n/).at(-1) ?? '';
  const [, earlier] = named.exec(sentence.replace(/\s+/g, ' ').trimStart()) ?? [];
  return earlier !== undefined && (/\p{L}/u.test(earlier) || goesOn.test(after));
}
