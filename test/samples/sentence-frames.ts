import { DAY, NAME, NUMBER, sentencesOf, type MaskedTexts } from './masked-text.js';

/** What a frame is made of; every other word is a slot. */
const FUNCTION_WORDS = new Set(
  `a an the and or but nor so yet if than that this these those there here it it's he she they we you i him her them us me my
  your his our their its who whom whose which what when where why how to of in on at by for from with without into onto out up
  down over under off about after before until till since as like through between against along across round behind beside
  is are was were be been being am has have had do does did will would shall should may might can could must isn't aren't
  wasn't weren't don't doesn't didn't won't wouldn't can't couldn't i'm i've i'd i'll we're we've we'd we'll you're you've you'd
  you'll he's he'd he'll she's she'd she'll they're they've they'd they'll that's there's let not no never only just also too
  all any some none nobody nothing each every both either neither once again now then still already`.split(/\s+/),
);
const SLOT = '_';
/** Below this a skeleton is grammar, not a frame. */
const MIN_FUNCTION_WORDS = 3;
const OPENING_WORDS = 4;
const MASKS: readonly string[] = [NAME, NUMBER, DAY];

/** "Label: Tuesday 5 May, …" and "Label, 5 May …": how a calendar made by a template sounds. */
const CALENDAR = new RegExp(
  `^[^:,;.]{3,45}([:,]) (?:now )?(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day )?\\d{1,2} [A-Z][a-z]+`,
  'u',
);

/** Frames and who uses them: the same skeleton of function words, the same opening, the same calendar entry. */
export function sentenceFrames(texts: ReadonlyMap<string, string>, masked: MaskedTexts): Map<string, Set<string>> {
  const frames = new Map<string, Set<string>>();
  const add = (frame: string, id: string): unknown => (frames.get(frame) ?? start(frames, frame)).add(id);
  for (const [id, text] of texts) {
    for (const frame of framesOf(text, masked)) add(frame, id);
  }
  return frames;
}

/** Frames in more than `most` texts, as "frame: ids". */
export function overused(frames: ReadonlyMap<string, ReadonlySet<string>>, most: number): string[] {
  return [...frames].filter(([, ids]) => ids.size > most).map(([frame, ids]) => `${frame}: ${[...ids].join(' ')}`);
}

function framesOf(text: string, masked: MaskedTexts): string[] {
  const words = masked.words(text);
  const calendar = CALENDAR.exec(text);
  return [
    ...(words.length >= OPENING_WORDS ? [`opening ${words.slice(0, OPENING_WORDS).join(' ')}`] : []),
    ...(calendar === null ? [] : [`calendar ${SLOT}${calendar[1] ?? ''} ${DAY}`]),
    ...sentencesOf(text).flatMap((sentence) => skeleton(masked.words(sentence))),
  ];
}

function skeleton(words: readonly string[]): string[] {
  const kept = words
    .map((word) => (FUNCTION_WORDS.has(word) || MASKS.includes(word) ? word : SLOT))
    .filter((word, at, all) => word !== SLOT || all[at - 1] !== SLOT);
  const enough = kept.filter((word) => FUNCTION_WORDS.has(word)).length >= MIN_FUNCTION_WORDS;
  return enough ? [`skeleton ${kept.join(' ')}`] : [];
}

function start(frames: Map<string, Set<string>>, frame: string): Set<string> {
  const ids = new Set<string>();
  frames.set(frame, ids);
  return ids;
}
