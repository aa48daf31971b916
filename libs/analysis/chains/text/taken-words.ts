import { decisionParts } from './decision-parts.js';
import { memoizeByText } from './memoize-by-text.js';
import { decidingStatement } from './sentences.js';

/** "It would do, but not this year": what stands before is denied as well. */
const butNot = /,? but (?:certainly |definitely |just |only )?not\b/gi;
/** "Tablets, and not only magnesium": it is taken, too. */
const notOnly = /\bnot only\b/gi;
/** "Discussed and dropped: ..." */
const listed =
  /\b(dropped|rejected|declined|discarded|abandoned|against|ruled out|turned down|not taken|off the table)\s*:/gi;
/** "They were on the table and are not taken": of what stands before. */
const andNot = /,? and (?:is|are|was|were|has|have|had|will|does|do|did) not\b/gi;

/** Content words of a decision. */
export interface TakenWords {
  /** In clauses that take something. */
  readonly taken: ReadonlySet<string>;
  /** In such clauses of the sentence that decides. */
  readonly deciding: ReadonlySet<string>;
  /** In clauses that leave something, or sound so. */
  readonly left: ReadonlySet<string>;
}

/** Which words of a decision stand in clauses that take something, and which in those that do not. */
export const takenWords = memoizeByText((content: string): TakenWords => {
  const { kept, dropped, denied } = partsOf(content);
  return { taken: kept, deciding: partsOf(decidingStatement(content)).kept, left: new Set([...dropped, ...denied]) };
});

function partsOf(text: string): ReturnType<typeof decisionParts> {
  return decisionParts(
    text.replace(notOnly, ' ').replace(butNot, ' not').replace(andNot, ' not').replace(listed, '$1'),
  );
}
