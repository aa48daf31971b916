import { useSignal } from '@preact/signals';
import type { ChainNode, DecisionChains } from '@mneme/client';
import type { VNode } from 'preact';
import { Page } from '../../components/page.js';
import { Empty, Failure, Loading } from '../../components/states.js';
import { Text } from '../../components/text.js';
import { WordsBox } from '../../components/words-box.js';
import { useResource } from '../../data/resource.js';
import { useQuery } from '../../filters/use-query.js';
import { mneme } from '../../session/session.js';
import { count } from '../../text/formats.js';
import { ChainView } from './chain-view.js';
import { NoChain } from './no-chain.js';
import { isReversed, TimeRange, timeRangeOf } from './time-range.js';

const MAX_TOPIC = 500;

/** Asks how a decision came about, and shows the chain of memories that led to it and followed from it. */
export function DecisionsPage(): VNode {
  const { query, replace } = useQuery();
  const topic = query.get('q') ?? '';
  const id = query.get('id') ?? '';
  const isAsked = (topic !== '' || id !== '') && !isReversed(query);
  const key = isAsked ? query.toString() : undefined;
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
      {isAsked && <Answer {...chains.state.value} id={id} reload={chains.reload} />}
      {topic === '' && id === '' && (
        <Empty title="Ask how a decision came about" icon="decisions">
          Name it in a few words, such as “which ferry line takes our cars”. You see what raised the question, the
          options, what spoke for and against them, what was done, and what came of it.
        </Empty>
      )}
    </Page>
  );
}

function askFor(query: URLSearchParams, signal: AbortSignal): Promise<DecisionChains> {
  const timeRange = timeRangeOf(query);
  const params = { include: ['possible' as const], ...(Object.keys(timeRange).length > 0 && { timeRange }) };
  const { decisionChains } = mneme();
  const id = query.get('id') ?? '';
  if (id !== '') return decisionChains.ofDecision(id, params, { signal });
  return decisionChains.reconstruct(query.get('q') ?? '', params, { signal });
}

interface AnswerProps {
  readonly data: DecisionChains | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** The memory that was asked for; empty where it was words. */
  readonly id: string;
}

function Answer({ data, error, isLoading, reload, id }: AnswerProps): VNode {
  const opened = useSignal<ChainNode | undefined>(undefined);
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
      {chains.length === 0 && <NoChain answer={data} id={id} />}
      {chains.map((chain) => (
        <ChainView chain={chain} opened={opened} key={chain.id} />
      ))}
    </div>
  );
}
