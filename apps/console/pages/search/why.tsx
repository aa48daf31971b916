import type { Explanation } from '@mneme/client';
import type { ComponentChildren, VNode } from 'preact';
import { Meter } from '../../components/memory-facts.js';
import { Text } from '../../components/text.js';
import { decimal } from '../../text/formats.js';

/** Why a memory was found: in a sentence, and in numbers for those who want them. */
export function Why({ explanation }: { readonly explanation: Explanation }): VNode {
  const { summary, score, cosine, coverage, matchedTerms, dates, boosts } = explanation;
  const matchedDates = dates.filter(({ matched }) => matched);
  return (
    <details class="why">
      <summary>
        Why: <Text text={summary} />
      </summary>
      <dl class="why-facts">
        <Fact name="Meaning" hint="Similarity of meaning, the first channel">
          <Meter label="Similarity of meaning" value={Math.max(0, cosine)} />
        </Fact>
        <Fact name="Words" hint="Share of the query’s words and date, weighted by rarity: the second channel">
          <Meter label="Share of the query’s words" value={coverage} />
        </Fact>
        <Fact name="Score" hint="What results are sorted by: meaning, words and boosts together">
          <span class="number">{decimal(score)}</span>
        </Fact>
        {boosts.session > 0 && (
          <Fact name="Session" hint="From the memories before and after it in its session">
            <span class="number">+{decimal(boosts.session)}</span>
          </Fact>
        )}
        {boosts.speaker > 0 && (
          <Fact name="Speaker" hint="The query names who said it">
            <span class="number">+{decimal(boosts.speaker)}</span>
          </Fact>
        )}
        {matchedTerms.length > 0 && (
          <Fact name="Matched words" hint="Words of the query that it has">
            <Texts texts={matchedTerms} />
          </Fact>
        )}
        {matchedDates.length > 0 && (
          <Fact name="Matched dates" hint="Dates of the query that it is of">
            <Texts texts={matchedDates.map(({ text }) => text)} />
          </Fact>
        )}
      </dl>
    </details>
  );
}

function Texts({ texts }: { readonly texts: readonly string[] }): VNode {
  return (
    <ul class="tags">
      {texts.map((text) => (
        <li class="tag" key={text}>
          <Text text={text} />
        </li>
      ))}
    </ul>
  );
}

interface FactProps {
  readonly name: string;
  readonly hint: string;
  readonly children: ComponentChildren;
}

function Fact({ name, hint, children }: FactProps): VNode {
  return (
    <div class="fact" title={hint}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
