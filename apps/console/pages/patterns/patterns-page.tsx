import { useSignal } from '@preact/signals';
import type { Pattern, Patterns } from '@mneme/client';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../components/icons.js';
import { Page } from '../../components/page.js';
import { Empty, Failure, Loading } from '../../components/states.js';
import { Text } from '../../components/text.js';
import { useResource } from '../../data/resource.js';
import { useQuery } from '../../filters/use-query.js';
import { mneme } from '../../session/session.js';
import { count, counted } from '../../text/formats.js';
import { LeftOut } from './left-out.js';
import { PatternCard } from './pattern-card.js';
import { PatternControls } from './pattern-controls.js';
import { OWN_ZONE, paramsOf } from './pattern-query.js';
import { isWanted, ShownFilter } from './shown-filter.js';

/** Of each tier: a picture can have 168 cells, and there can be hundreds of patterns. */
const SHOWN_AT_ONCE = 20;

/** Regularities that no memory states, each with its picture and its evidence. */
export function PatternsPage(): VNode {
  const { query, replace } = useQuery();
  const isOpen = useSignal(false);
  const patterns = useResource(JSON.stringify(paramsOf(query)), (signal) =>
    mneme().patterns.detect(paramsOf(query), { signal }),
  );
  const { data, error, isLoading } = patterns.state.value;
  // Of the last answer: what the address has may be no time zone.
  const zone = useRef(query.has('tz') ? undefined : OWN_ZONE);
  zone.current = data?.timezone ?? zone.current;
  return (
    <Page title="Patterns">
      <div class="toolbar">
        <button
          type="button"
          class="button"
          aria-expanded={isOpen.value}
          aria-controls="analysis"
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <Icon name="filter" />
          Analysis
        </button>
        {zone.current !== undefined && (
          <p class="pattern-zone">
            Hours in <Text text={zone.current} />
          </p>
        )}
      </div>
      <div id="analysis" hidden={!isOpen.value}>
        {isOpen.value && <PatternControls query={query} onChange={replace} />}
      </div>
      {error !== undefined && <Failure error={error} retry={patterns.reload} />}
      {error === undefined && data === undefined && <Loading what="the patterns" />}
      {data !== undefined && <Found found={data} isLoading={isLoading} query={query} onChange={replace} />}
    </Page>
  );
}

interface FoundProps {
  readonly found: Patterns;
  readonly isLoading: boolean;
  readonly query: URLSearchParams;
  readonly onChange: (query: URLSearchParams) => void;
}

function Found({ found, isLoading, query, onChange }: FoundProps): VNode {
  const { analysed, tiers, warnings, suppressed } = found;
  const patterns = found.patterns.filter(isWanted(query));
  const established = patterns.filter(({ tier }) => tier === 'established');
  const tentative = patterns.filter(({ tier }) => tier === 'tentative');
  const byChance = Math.round(tiers.expectedByChance);
  return (
    <div class={isLoading ? 'patterns is-stale' : 'patterns'} aria-busy={isLoading}>
      <div class="list-head">
        <p class="list-count" role="status">
          {`${counted(patterns.length, 'pattern', 'patterns')} in ${counted(analysed.memories, 'memory', 'memories')} of ${counted(analysed.days, 'day', 'days')}`}
        </p>
        <ShownFilter patterns={found.patterns} query={query} onChange={onChange} />
      </div>
      {patterns.length === 0 && <NoPattern isFiltered={found.patterns.length > 0} />}
      <Tier title="Established" patterns={established} hint="At most 5% of these are expected to be chance." />
      <Tier
        title="Tentative"
        patterns={tentative}
        hint={`Read these as questions: among all kinds, chance alone would give up to ${count(byChance)}.`}
      />
      <LeftOut warnings={warnings} suppressed={suppressed} />
    </div>
  );
}

function NoPattern({ isFiltered }: { readonly isFiltered: boolean }): VNode {
  if (isFiltered) return <Empty title="No pattern of this kind, or with this word" icon="patterns" />;
  return (
    <Empty title="No pattern has been found" icon="patterns">
      A habit that is broken now and then is found from about 12 to 20 separate days on. Import or store more memories
      with their times.
    </Empty>
  );
}

interface TierProps {
  readonly title: string;
  readonly patterns: readonly Pattern[];
  readonly hint: string;
}

function Tier({ title, patterns, hint }: TierProps): VNode | null {
  const shown = useSignal(SHOWN_AT_ONCE);
  const left = patterns.length - shown.value;
  if (patterns.length === 0) return null;
  return (
    <section class="pattern-tier" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p class="hint">{hint}</p>
      </header>
      <div class="pattern-grid">
        {patterns.slice(0, shown.value).map((pattern) => (
          <PatternCard pattern={pattern} key={`${pattern.id} ${pattern.dismissed === true}`} />
        ))}
      </div>
      {left > 0 && (
        <button type="button" class="button more" onClick={() => (shown.value += SHOWN_AT_ONCE)}>
          {`Show ${Math.min(left, SHOWN_AT_ONCE)} more of ${left}`}
        </button>
      )}
    </section>
  );
}
