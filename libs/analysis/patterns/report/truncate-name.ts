/** Longest name that is told, in characters; names are other people's text. */
const LONGEST_NAME = 80;

export function boundedName(name: string): string {
  const characters = [...name.slice(0, 2 * LONGEST_NAME + 2)];
  return characters.length <= LONGEST_NAME ? name : `${characters.slice(0, LONGEST_NAME - 1).join('')}…`;
}
