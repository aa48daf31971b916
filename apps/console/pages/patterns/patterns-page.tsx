import { useSignal } from '@preact/signals';
import type { Pattern, Patterns } from '@mneme/client';
import type { VNode } from 'preact';
import { Icon } from '../../components/icons.js';
import { Page } from '../../components/page.js';
import { Empty, Failure, Loading } from '../../components/states.js';
import { Text } from '../../components/text.js';
import { useResource } from '../../data/resource.js';
import { useQuery } from '../../filters/use-query.js';
import { mneme } from '../../session/session.js';
import { count, counted } from '../../text/formats.js';
import { FAMILIES, PatternCard } from './pattern-card.js';
import { PatternControls } from './pattern-controls.js';
import { OWN_ZONE, paramsOf, withParam } from './pattern-query.js';

/** Of each tier: a picture can have 168 cells, and there can be hundreds of patterns. */
const SHOWN_AT_ONCE = 20;

/** Regularities that no memory states, each with its picture and its evidence. */
export function PatternsPage(): VNode {
  const { query, replace } = useQuery();
  const isOpen = useSignal(false);
  // Of a kind is shown, not asked for: the API returns all.
  const patterns = useResource(withParam(query, 'kind', '').toString(), (signal) =>
    mneme().patterns.detect(paramsOf(query), { signal }),
  );
  const { data, error, isLoading } = patterns.state.value;
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
        <p class="pattern-zone">
          Hours in <Text text={query.get('tz') ?? OWN_ZONE} />
        </p>
      </div>
      <div id="analysis" hidden={!isOpen.value}>
        {isOpen.value && <PatternControls query={query} onChange={replace} />}
      </div>
      {error !== undefined && <Failure error={error} retry={patterns.reload} />}
      {error === undefined && data === undefined && <Loading what="the patterns" />}
      {data !== undefined && (
        <Found
          found={data}
          isLoading={isLoading}
          kind={query.get('kind') ?? ''}
          onKind={(kind) => replace(withParam(query, 'kind', kind))}
        />
      )}
    </Page>
  );
}

interface FoundProps {
  readonly found: Patterns;
  readonly isLoading: boolean;
  /** The only kind that is shown; empty for all. */
  readonly kind: string;
  readonly onKind: (kind: string) => void;
}

function Found({ found, isLoading, kind, onKind }: FoundProps): VNode {
  const { analysed, tiers, warnings, suppressed } = found;
  const patterns = found.patterns.filter(({ family }) => kind === '' || family === kind);
  const established = patterns.filter(({ tier }) => tier === 'established');
  const tentative = patterns.filter(({ tier }) => tier === 'tentative');
  return (
    <div class={isLoading ? 'patterns is-stale' : 'patterns'} aria-busy={isLoading}>
      <div class="list-head">
        <p class="list-count" role="status">
          {`${counted(patterns.length, 'pattern', 'patterns')} in ${counted(analysed.memories, 'memory', 'memories')} of ${counted(analysed.days, 'day', 'days')}`}
        </p>
        <KindFilter patterns={found.patterns} kind={kind} onKind={onKind} />
      </div>
      {patterns.length === 0 && (
        <Empty title={kind === '' ? 'No pattern has been found' : 'No pattern of this kind'} icon="patterns">
          A habit that is broken now and then is found from about 12 to 20 separate days on. Import or store more
          memories with their times.
        </Empty>
      )}
      <Tier title="Established" patterns={established} hint="At most 5% of these are expected to be chance." />
      <Tier
        title="Tentative"
        patterns={tentative}
        hint={`Read these as questions: chance alone would give up to ${count(tiers.expectedByChance)} of them.`}
      />
      <LeftOut warnings={warnings} suppressed={suppressed} />
    </div>
  );
}

interface KindFilterProps {
  readonly patterns: readonly Pattern[];
  readonly kind: string;
  readonly onKind: (kind: string) => void;
}

/** Only kinds that there are, each with its number. */
function KindFilter({ patterns, kind, onKind }: KindFilterProps): VNode | null {
  const numbers = new Map<Pattern['family'], number>();
  for (const { family } of patterns) numbers.set(family, (numbers.get(family) ?? 0) + 1);
  if (numbers.size < 2 && kind === '') return null;
  return (
    <select
      class="pattern-kind"
      aria-label="Kind"
      value={kind}
      onChange={({ currentTarget: { value } }) => onKind(value)}
    >
      <option value="">All kinds</option>
      {[...numbers].map(([family, number]) => (
        <option value={family} key={family}>{`${FAMILIES[family]} (${number})`}</option>
      ))}
    </select>
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

function LeftOut({ warnings, suppressed }: Pick<Patterns, 'warnings' | 'suppressed'>): VNode | null {
  if (warnings.length + suppressed.length === 0) return null;
  return (
    <details class="chain-words">
      <summary>What was not tested, or left out</summary>
      <ul class="pattern-left-out">
        {warnings.map((warning) => (
          <li key={warning}>
            <Text text={warning} />
          </li>
        ))}
        {suppressed.map(({ reason, count: number }) => (
          <li key={reason}>{`${counted(number, 'pattern', 'patterns')} left out: ${reason.replaceAll('_', ' ')}`}</li>
        ))}
      </ul>
    </details>
  );
}
