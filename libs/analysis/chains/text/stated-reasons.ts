const month = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\\p{L}*';
const day = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const season = '(?:spring|summer|autumn|fall|winter|christmas|easter|new year)';
const times = [
  'then|yesterday|(?:last|this) \\p{L}+',
  `(?:early |late |mid-?)?(?:${month}|${day}|${season}|(?:19|20)\\d\\d|\\d{4}-\\d\\d-\\d\\d)`,
  `\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}`,
  `the (?:beginning|start|end|middle|first|last|(?:early |late |last )?${season})`,
];
/** "Since then", "since 2024", "since the summer": a time; "since May is too late" gives a reason. */
const time = `(?:${times.join('|')})\\b(?!['’]| (?:is|was|are|were|will|would|has|had|does|did|can|cannot)\\b)`;
/** "Due to run out", "due to close in May": what is planned, and no cause. "Due to open questions" tells of one. */
const planned = [
  '(?:run|end|expire|lapse|start|begin|be|become|finish|arrive|come|go|leave|return|happen|retire)\\b(?!-)',
  '(?:take|have|get|meet|move|pay|depart|ship|launch|renew|reopen)\\b(?!-)',
  '(?:open|close)(?: (?:in|on|at|by|next|this|again|soon)\\b|[.,;!?]|$)',
].join('|');
const ground = '(?:rationale|reasons?)';

/** What a decision says of its own reasons; "for no good reason" says that there is none, "no reason to wait" is one. */
const reasons = new RegExp(
  [
    `\\b(?:because|since(?! ${time})|due to(?! (?:${planned}))|so that|thanks to|${ground} (?:not )?to)\\b`,
    `(?<!\\b(?:no|some|any|without|whatever) (?:\\p{L}+ )?)\\b${ground}\\b`,
  ].join('|'),
  'iu',
);

const number = '(?:\\d[\\d.,]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty)';
/** "One or two days", "a week or two", "400 or so", "more or less": how much, and no choice. */
const vague = new RegExp(
  `\\b${number} or (?:${number}|so)\\b|\\ban? \\p{L}+ or (?:two|three)\\b|\\bor so\\b|\\bmore or less\\b|\\bsooner or later\\b`,
  'giu',
);
/** What a note says that tells of more than one option. */
const several = /\b(?:or|versus|vs|alternatively)\b|\boption (?:2|two|b)\b|\ba\) .+\bb\) /i;

/** "Or I could take the other one" goes on from another note. */
const beginning = /^[^\p{L}]*or\b/iu;

/** Whether a text says why. */
export function tellsReason(text: string): boolean {
  return reasons.test(onOneLine(text));
}

/** Whether a text names more than one option. */
export function tellsSeveral(text: string): boolean {
  return several.test(onOneLine(text).replace(vague, ' ').replace(beginning, ' '));
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
