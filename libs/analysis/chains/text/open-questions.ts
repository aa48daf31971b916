import { firstCue } from '../../features/role-cues.js';
import { tokensOf } from '../../features/tokens.js';
import { statementsOf } from './sentences.js';

const people = '(?:we|i|they|he|she|you|everybody|everyone)';
const deciding = '(?:decide|choose|make up (?:our|my|their|his|her) minds?|make a decision)';
const ahead =
  "hopes?|hoping|whether|before|until|once|let['’]s|must|should|(?:have|has|need|needs|want|wants|yet|going) to|will|(?:we|i|they)['’]ll|can|could";

/** What a sentence says of a decision that was not taken, or is still to be taken. */
const open = [
  /\b(?:no|without a) (?:final )?(?:decision|agreement)\b(?! (?:is |was )?(?:needed|necessary|required))/iu,
  /(?:\bnot|n['’]t|\bnever)(?: yet| really| quite| actually| been able to| able to)? (?:decided?|chosen|choose|agreed?|made up)\b(?! (?:to|that|on|against)\b)/iu,
  /\bundecided\b|\bstill (?:open|deciding|to decide|to be decided|torn)\b/iu,
  new RegExp(
    `\\b(?:${ahead}) (?:that )?(?:${people} )?(?:(?:can|could|must|will|should|have to) )?${deciding}\\b`,
    'iu',
  ),
  /\b(?:decision|choice) (?:is |was |has been |will be )?(?:postponed|deferred|adjourned|put off|pending)\b/iu,
  /\b(?:postponed?|deferred?|adjourned?|put off) (?:the|a|any|our) (?:decision|choice)\b/iu,
  /^\P{L}*(?:put off|postponed|deferred|adjourned) (?:till|until)\b/iu,
  /\b\p{L}+ (?:is|are|was|were) (?:all )?for it\b[^.;!?]*\bagainst\b/iu,
];

/** What a sentence says of a proposal that was only put forward, also beside words that sound like a decision ("the server wins"). */
const proposed = [
  /\b(?:nothing|none)(?: (?:is|was|has|have|been|yet))* (?:chosen|adopted|decided|agreed|settled)\b/iu,
  /\bneither (?:adopted|chosen|accepted|agreed) nor\b/iu,
  /^\P{L}*not (?:yet )?(?:taken|chosen|adopted|decided)\b *(?:[.;,]|$)/iu,
  /, not (?:yet )?(?:taken|chosen|adopted|decided)[.;]?$/iu,
  /\b(?:nobody|no one) is deciding\b|\bto be continued\b/iu,
  /^\P{L}*(?:proposal|suggestion|idea)(?: \p{L}+){0,4} ?:/iu,
  /\b(?:as|is|stands as) one (?:possibility|idea|option|way) (?:among|and no more|until)\b|\bone way among (?:several|others|many)\b/iu,
];
/** Words that are a decision's even there. */
const settles =
  /\b(?:decided|agreed|resolved|voted|settled|chose|(?:we|i|they)(?: will|['’]ll|['’]re| are)? (?:go|went|going|take|took|choose) (?:with|for|the))\b/iu;

/** Other words of deciding, which an undecided note may have as well. */
const decides =
  /\b(?:decisions?|decides?|choose|chosen|picked|opted|adopted|approved|signed|mind is made up|minds? (?:is|are) made up|made up (?:my|our|their|his|her) minds?|(?:we|i)(?: will|['’]ll|['’]m|['’]re| am| are)? (?:keep|stay|staying|keeping|use|using|buy|buying|sign|signing|drop|dropping|sticking))\b/iu;

const conditional = /^\P{L}*(?:if|unless|in case)\b/iu;

/**
 * Whether all that a text says of deciding is that nothing is decided ("No decision yet", "I hope we decide soon"), or it tells
 * only what would be done if. Of 880 decisions of the seen texts it is none, of 11,310 other notes 50.
 */
export function isUndecided(text: string): boolean {
  const sentences = statementsOf(text);
  if (sentences.every((sentence) => conditional.test(sentence))) return true;
  if (isProposal(sentences)) return true;
  const settled = sentences.filter((sentence) => !open.some((form) => form.test(sentence)));
  return (
    settled.length < sentences.length &&
    !settled.some((sentence) => firstCue(tokensOf(sentence), 'decision') !== undefined)
  );
}

/** Whether a text has words of deciding, whatever comes of them: see `isUndecided`. */
export function tellsDeciding(text: string): boolean {
  return statementsOf(text).some((sentence) => settles.test(sentence) || decides.test(sentence));
}

function isProposal(sentences: readonly string[]): boolean {
  const others = sentences.filter((sentence) => !proposed.some((form) => form.test(sentence)));
  return others.length < sentences.length && !others.some((sentence) => settles.test(sentence));
}
