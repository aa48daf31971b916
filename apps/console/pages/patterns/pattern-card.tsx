import { useSignal } from '@preact/signals';
import type { Pattern, PatternFamily } from '@mneme/client';
import type { VNode } from 'preact';
import { Icon } from '../../components/icons.js';
import { Failure } from '../../components/states.js';
import { Text } from '../../components/text.js';
import { Day } from '../../components/time.js';
import { useAction } from '../../data/action.js';
import { may, mneme } from '../../session/session.js';
import { count, counted, percent } from '../../text/formats.js';
import { DismissDialog } from './dismiss-dialog.js';
import { Evidence } from './evidence.js';
import { Picture } from './picture.js';

/** Kinds of patterns. */
export const FAMILIES: Readonly<Record<PatternFamily, string>> = {
  routine: 'Routine',
  interval: 'Interval',
  sequence: 'Sequence',
  association: 'Together',
  emotion: 'Emotion',
  mood: 'Mood',
  importance: 'Importance',
  importance_trend: 'Trend of importance',
  trend: 'Trend',
  theme: 'Theme',
  preference: 'Preference',
};

/** Never 100%: the API gives 99.9% at most. */
const CONFIDENCE = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** A regularity: in a sentence, as a picture, and with the memories that it is made of. */
export function PatternCard({ pattern }: { readonly pattern: Pattern }): VNode {
  const isDismissed = useSignal(pattern.dismissed === true);
  const isAsking = useSignal(false);
  const restore = useAction(async () => {
    await mneme().patterns.restore(pattern.id);
    isDismissed.value = false;
  });
  const mayChange = may('write:intelligence');
  return (
    <article class={isDismissed.value ? 'card pattern is-dismissed' : 'card pattern'} aria-label={pattern.title}>
      <header class="pattern-head">
        <h3 class="pattern-sentence">
          <Text text={pattern.sentence} />
        </h3>
        {mayChange && !isDismissed.value && (
          <button type="button" class="button" onClick={() => (isAsking.value = true)}>
            Dismiss
          </button>
        )}
      </header>
      {isDismissed.value && (
        <div class="undo-bar">
          <span>Dismissed: no longer shown, to anyone who uses this tenant.</span>
          {mayChange && (
            <button type="button" class="button" disabled={restore.isRunning.value} onClick={() => void restore.run()}>
              <Icon name="undo" />
              Undo
            </button>
          )}
        </div>
      )}
      {restore.error.value !== undefined && <Failure error={restore.error.value} />}
      <Facts pattern={pattern} />
      <Picture viz={pattern.viz} />
      <Evidence pattern={pattern} />
      <Statistics pattern={pattern} />
      {isAsking.value && (
        <DismissDialog
          pattern={pattern}
          onDismissed={() => {
            isAsking.value = false;
            isDismissed.value = true;
          }}
          onClose={() => (isAsking.value = false)}
        />
      )}
    </article>
  );
}

function Facts({ pattern: { family, confidence, support } }: { readonly pattern: Pattern }): VNode {
  return (
    <div class="memory-row-facts">
      <span class="badge">{FAMILIES[family]}</span>
      <span title="1 − q: q is the expected share of chance findings among patterns at least this clear">
        {`${CONFIDENCE.format(confidence)} confidence`}
      </span>
      <span>{`${counted(support.episodes, 'episode', 'episodes')}, ${counted(support.memories, 'memory', 'memories')}`}</span>
      <span>
        <Day iso={support.firstAt} /> – <Day iso={support.lastAt} />
      </span>
    </div>
  );
}

function Statistics({ pattern }: { readonly pattern: Pattern }): VNode {
  const { description, effect, stats } = pattern;
  const [low, high] = effect.ci95;
  return (
    <details class="chain-words">
      <summary>Statistics</summary>
      <p class="pattern-description">
        <Text text={description} />
      </p>
      <dl class="why-facts">
        <Fact name="Observed" value={count(effect.observed)} />
        <Fact name="Expected by chance" value={count(effect.expected)} />
        {effect.lift !== undefined && <Fact name="Lift" value={`${count(effect.lift)} ×`} />}
        {low !== undefined && high !== undefined && (
          <Fact name="95% interval" value={`${percent(low)} to ${percent(high)}`} />
        )}
        <Fact name="p" value={String(stats.p)} />
        <Fact name="q" value={String(stats.q)} />
        <Fact name="Test" value={stats.test} />
      </dl>
    </details>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): VNode {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd class="number">{value}</dd>
    </div>
  );
}
