import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../components/icons.js';

const MAX_TOPIC = 500;

interface TopicBoxProps {
  readonly topic: string;
  readonly onAsk: (topic: string) => void;
}

/** Where one asks for a decision. */
export function TopicBox({ topic, onAsk }: TopicBoxProps): VNode {
  const typed = useSignal(topic);
  useEffect(() => {
    typed.value = topic;
  }, [topic]);
  return (
    <form
      class="search-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.value.trim() !== '') onAsk(typed.value.trim());
      }}
    >
      <Icon name="decisions" />
      <input
        id="decision-topic"
        type="search"
        data-keeps-focus
        aria-label="What was decided"
        placeholder="What was decided?"
        autocomplete="off"
        maxLength={MAX_TOPIC}
        value={typed.value}
        onInput={({ currentTarget: { value } }) => (typed.value = value)}
      />
      <button type="submit" class="button primary">
        Ask
      </button>
    </form>
  );
}
