/** Signs that change how an emoji looks: the style, and the tone of skin. */
const modifier = /\ufe0f|\p{Emoji_Modifier}/gu;
const emoji =
  /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*)*/gu;
const JOINER = '\u200d';

/** An emoji without tone of skin and style, and what it is joined of: the family is the man, the woman and the child too. */
export interface Emoji {
  readonly whole: string;
  /** Empty where it is not joined. */
  readonly parts: readonly string[];
}

/** The emoji of a text as it was sent, before anything invisible is taken from it. */
export function emojiIn(text: string): Emoji[] {
  return (text.match(emoji) ?? []).map((found) => {
    const whole = found.replace(modifier, '');
    const parts = whole.split(JOINER);
    return { whole, parts: parts.length > 1 ? parts : [] };
  });
}
