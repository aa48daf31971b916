/** Letters and digits in one: "M25", "TT300", "v2". The words of a text hold only their letters. */
const code = /(?<![\p{L}\p{N}])(?=\p{N}*\p{L})(?=\p{L}*\p{N})[\p{L}\p{N}]{2,}/gu;

/** The codes that a text names things by, in lower case. */
export function codesOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(code));
}
