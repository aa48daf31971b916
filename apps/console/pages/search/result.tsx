import type { SearchResult } from '@mneme/client';
import type { VNode } from 'preact';
import { TagLinks, TypeBadge } from '../../components/memory-facts.js';
import { LongText } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { pathOf } from '../../session/place.js';
import { counted, percent } from '../../text/formats.js';
import { titleOf } from '../../text/visible.js';
import { Why } from './why.js';

const SHOWN_CHARACTERS = 420;

/** A memory that was found: the words of the query in it, how likely it answers, and why. */
export function Result({ result }: { readonly result: SearchResult }): VNode {
  const { id, content, type, relevance, createdAt, tags = [], copies = 1, explanation } = result;
  const { matches = [], passage } = explanation ?? {};
  // A passage without matched words is still where the meaning was found.
  const marks =
    matches.length > 0 || passage === null || passage === undefined
      ? matches
      : [{ start: passage.start, end: passage.start }];
  return (
    <article class="result">
      <div class="relevance" title="Estimated probability that it answers the query">
        <strong>{percent(relevance)}</strong>
        <span class="relevance-label">relevance</span>
        <meter min={0} max={1} value={relevance} aria-label="Relevance" />
      </div>
      <div class="result-body">
        <p class="result-text">
          <LongText text={content} marks={marks} length={SHOWN_CHARACTERS} />
        </p>
        <div class="memory-row-facts">
          <a href={pathOf(`memories/${id}`)} aria-label={`Open ${titleOf(content)}`}>
            Open
          </a>
          <TypeBadge type={type} />
          <Time iso={createdAt} />
          {copies > 1 && <span>{counted(copies, 'copy', 'copies')}</span>}
          {tags.length > 0 && <TagLinks tags={tags} />}
        </div>
        {explanation !== undefined && <Why explanation={explanation} />}
      </div>
    </article>
  );
}
