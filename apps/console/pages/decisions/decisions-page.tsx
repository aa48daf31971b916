import type { DecisionChains } from '@mneme/client';
import type { VNode } from 'preact';
import { Field } from '../../components/field.js';
import { Page } from '../../components/page.js';
import { Empty, Failure, Loading } from '../../components/states.js';
import { Beginning, Text } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { WordsBox } from '../../components/words-box.js';
import { useResource } from '../../data/resource.js';
import { useQuery } from '../../filters/use-query.js';
import { pathOf } from '../../session/place.js';
import { mneme } from '../../session/session.js';
import { count, percent } from '../../text/formats.js';
import { ChainView } from './chain-view.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const MAX_TOPIC = 500;

/** Asks how a decision came about, and shows the chain of memories that led to it and followed from it. */
export function DecisionsPage(): VNode {
  const { query, replace } = useQuery();
  const topic = query.get('q') ?? '';
  const id = query.get('id') ?? '';
  const key = topic === '' && id === '' ? undefined : query.toString();
  const chains = useResource(key, (signal) => askFor(query, signal));
  return (
    <Page title="Decisions">
      <WordsBox
        id="decision-topic"
        icon="decisions"
        label="What was decided"
        placeholder="What was decided?"
        submit="Ask"
        maxLength={MAX_TOPIC}
        words={topic}
        onSubmit={(next) => {
          const changed = new URLSearchParams(query);
          changed.set('q', next);
          changed.delete('id');
          replace(changed);
          if (changed.toString() === query.toString()) chains.reload();
        }}
      />
      <TimeRange query={query} onChange={replace} />
      {key === undefined ? (
        <Empty title="Ask how a decision came about" icon="decisions">
          Name it in a few words, such as “which ferry line takes our cars”. You see what raised the question, the
          options, what spoke for and against them, what was done, and what came of it.
        </Empty>
      ) : (
        <Answer {...chains.state.value} reload={chains.reload} />
      )}
    </Page>
  );
}

function askFor(query: URLSearchParams, signal: AbortSignal): Promise<DecisionChains> {
  const [topic, id, from, to] = ['q', 'id', 'from', 'to'].map((name) => query.get(name) ?? '');
  const timeRange = { ...(DAY.test(from ?? '') && { from }), ...(DAY.test(to ?? '') && { to }) };
  const params = { include: ['possible' as const], ...(Object.keys(timeRange).length > 0 && { timeRange }) };
  const { decisionChains } = mneme();
  if (id !== undefined && id !== '') return decisionChains.ofDecision(id, params, { signal });
  return decisionChains.reconstruct(topic ?? '', params, { signal });
}

interface TimeRangeProps {
  readonly query: URLSearchParams;
  readonly onChange: (query: URLSearchParams) => void;
}

function TimeRange({ query, onChange }: TimeRangeProps): VNode {
  const input = (name: 'from' | 'to'): VNode => (
    <input
      type="date"
      id={`decision-${name}`}
      aria-label={`Happened ${name}`}
      value={query.get(name) ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const changed = new URLSearchParams(query);
        if (value === '') changed.delete(name);
        else changed.set(name, value);
        onChange(changed);
      }}
    />
  );
  return (
    <div class="decision-time">
      <Field id="decision-from" label="Happened" hint="Whole days, in UTC">
        <div class="day-range">
          {input('from')}
          <span aria-hidden="true">–</span>
          {input('to')}
        </div>
      </Field>
    </div>
  );
}

interface AnswerProps {
  readonly data: DecisionChains | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

function Answer({ data, error, isLoading, reload }: AnswerProps): VNode {
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <Loading what="the decision" />;
  const { chains, stats, warnings, method } = data;
  return (
    <div class={isLoading ? 'chains is-stale' : 'chains'} aria-busy={isLoading}>
      {chains.length > 0 && (
        <p class="list-count" role="status">
          {chains.length > 1 && 'Several decisions may be meant, the most probable first. '}
          {`Looked at ${count(stats.candidates)} memories in ${count(Math.round(stats.latency))} ms.`}
          {method.judge !== undefined && ' Roles and links were stated by the language model '}
          {method.judge !== undefined && <Text text={method.judge.model} />}
        </p>
      )}
      {warnings.map((warning) => (
        <p class="notice" key={warning}>
          <Text text={warning} />
        </p>
      ))}
      {chains.length === 0 && <NoChain answer={data} />}
      {chains.map((chain) => (
        <ChainView chain={chain} key={chain.id} />
      ))}
    </div>
  );
}

/** Why there is no chain, and the decisions that the topic may mean. */
function NoChain({ answer: { reason, candidates = [] } }: { readonly answer: DecisionChains }): VNode {
  return (
    <>
      <Empty title="No decision was found" icon="decisions">
        {reason !== undefined && <Text text={reason} />}
      </Empty>
      {candidates.length > 0 && (
        <section class="chain-candidates">
          <h2>Did you mean one of these?</h2>
          <ul class="neighbours">
            {candidates.map(({ memoryId, text, at, probability }) => (
              <li key={memoryId}>
                <a href={pathOf('decisions', new URLSearchParams({ id: memoryId }))}>
                  <Beginning text={text} length={200} />
                </a>
                <div class="memory-row-facts">
                  <Time iso={at} />
                  <span>{`${percent(probability)} probable`}</span>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
