import type { Patterns } from '@mneme/client';
import type { VNode } from 'preact';
import { Text } from '../../components/text.js';
import { count } from '../../text/formats.js';

/** Why something is not among the patterns. */
const REASONS: Readonly<Record<string, string>> = {
  too_few_episodes: 'too rare, on too few separate days',
  uninformative: 'so common that nothing follows from it',
  same_memories: 'another name for the same memories',
  item_limit: 'rarer than everything that was analysed',
  no_power: 'too few episodes to be told from chance',
  order_not_established: 'close together, but neither comes first',
  one_memory: 'together mostly within the same memory',
  same_words: 'only a repeated word',
  theme_is_an_item: 'nearly the same as a single tag or name',
  explained_by_stronger: 'follows from a clearer pattern, or says the same',
  likely_chance: 'may well be chance',
  dismissed: 'dismissed by someone',
  pattern_limit: 'weaker than those shown, of which each kind has at most 50 established and 10 tentative',
};

/** The API's parameters in its warnings, by the names of their fields here. */
const FIELDS: Readonly<Record<string, string>> = { minOccurrences: '“Separate episodes”', timezone: 'a “Time zone”' };

/** What the response says of what it has not. */
export function LeftOut({ warnings, suppressed }: Pick<Patterns, 'warnings' | 'suppressed'>): VNode | null {
  if (warnings.length + suppressed.length === 0) return null;
  return (
    <details class="chain-words">
      <summary>What was not tested, or left out</summary>
      <ul class="pattern-left-out">
        {warnings.map((warning) => (
          <li key={warning}>
            <Text text={warning.replaceAll(/\b(minOccurrences|timezone)\b/g, (name) => FIELDS[name] ?? name)} />
          </li>
        ))}
        {suppressed.map(({ reason, count: number }) => (
          <li key={reason}>{`${count(number)} left out: ${REASONS[reason] ?? reason.replaceAll('_', ' ')}.`}</li>
        ))}
      </ul>
    </details>
  );
}
