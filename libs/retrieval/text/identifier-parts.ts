import type { Joined } from './number-forms.js';
import { lowerCase } from './folding.js';

/** A capital that begins a word, letters, digits: what an identifier is put together of. */
const piece = /\p{Lu}+(?=\p{Lu}[\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+/gu;
const plainWord = /^\p{Lu}?[\p{Ll}\p{M}]+(?:'s?)?$|^\p{Lu}+(?:'S?)?$|^[\p{Lo}\p{Lm}\p{M}]+$/u;

/**
 * What an identifier in its own case is put together of, in lower case: "getUserProfile" and "get_user_profile" of get,
 * user and profile, "TP1234" of tp and 1234, "l'hôpital" of l and hôpital. Empty for a word that has no parts.
 */
export function identifierParts(word: string): string[] {
  if (plainWord.test(word)) return [];
  const pieces = word.match(piece) ?? [];
  return pieces.length > 1 ? pieces.map(lowerCase) : [];
}

const hyphenated = /[\p{L}\p{N}_]+(?:[-\u2010\u2011][\p{L}\p{N}_]+)+/gu;
const MAX_LENGTH = 64;

/** Words with hyphens between them, which make one term without: "e-mail" is "email", "max-connections" "max_connections". */
export function hyphenatedWords(text: string): Joined[] {
  return Array.from(text.matchAll(hyphenated)).flatMap((match) => {
    const [all] = match;
    if (all.length > MAX_LENGTH) return [];
    const joined = lowerCase(all.replace(/[-_\u2010\u2011]/gu, ''));
    return [{ start: match.index, end: match.index + all.length, terms: [joined] }];
  });
}
