import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Failure } from '../../components/states.js';
import { Time } from '../../components/time.js';
import type { Action } from '../../data/action.js';
import type { Versioned } from '../../data/memories.js';
import {
  changedFields,
  conflictingFields,
  draftOf,
  FIELDS,
  merged,
  type Choices,
  type Draft,
  type FieldName,
} from './draft.js';
import { ChangedField, FieldDiff } from './field-diff.js';

interface ConflictProps {
  /** What the reader began with. */
  readonly base: Versioned;
  readonly mine: Draft;
  /** As the memory is now. */
  readonly theirs: Versioned;
  readonly save: Action<[Versioned, Draft]>;
  readonly onCancel: () => void;
}

/** Two have changed a memory: shows what the other one changed, and asks about the fields that both did. */
export function Conflict({ base, mine, theirs, save, onCancel }: ConflictProps): VNode {
  const choices = useSignal<Choices>({});
  const [before, now] = [draftOf(base.memory), draftOf(theirs.memory)];
  const conflicting = conflictingFields(before, mine, now);
  const theirOwn = changedFields(before, now).filter((name) => !conflicting.includes(name));
  const myOwn = changedFields(before, mine).filter((name) => !conflicting.includes(name) && !theirOwn.includes(name));
  return (
    <form
      class="card conflict"
      aria-labelledby="conflict-title"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run(theirs, merged(before, mine, now, choices.value));
      }}
    >
      <div role="alert">
        <h2 id="conflict-title">Someone else changed this memory meanwhile</h2>
      </div>
      <p class="hint">
        Their version is from <Time iso={theirs.memory.updatedAt} />. Your changes are not saved yet.
      </p>
      {conflicting.map((name) => (
        <Choice
          key={name}
          name={name}
          mine={mine}
          theirs={now}
          chosen={choices.value[name]}
          onChoose={(side) => (choices.value = { ...choices.value, [name]: side })}
        />
      ))}
      {theirOwn.map((name) => (
        <ChangedField key={name} note="their change is kept" name={name} before={before} after={now} />
      ))}
      {myOwn.map((name) => (
        <ChangedField key={name} note="your change is kept" name={name} before={before} after={mine} />
      ))}
      {save.error.value !== undefined && <Failure error={save.error.value} />}
      <div class="actions">
        <button type="submit" class="button primary" disabled={save.isRunning.value}>
          Save the merged version
        </button>
        <button type="button" class="button" disabled={save.isRunning.value} onClick={onCancel}>
          Discard my changes
        </button>
      </div>
    </form>
  );
}

interface ChoiceProps {
  readonly name: FieldName;
  readonly mine: Draft;
  readonly theirs: Draft;
  readonly chosen: 'mine' | 'theirs' | undefined;
  readonly onChoose: (side: 'mine' | 'theirs') => void;
}

function Choice({ name, mine, theirs, chosen, onChoose }: ChoiceProps): VNode {
  const option = (side: 'mine' | 'theirs', label: string): VNode => (
    <label class="inline-check">
      <input type="radio" name={`choice-${name}`} required checked={chosen === side} onChange={() => onChoose(side)} />
      {label}
    </label>
  );
  return (
    <fieldset class="choice">
      <legend>{FIELDS[name]}: you both changed it</legend>
      <p class="hint">From their version to yours:</p>
      <FieldDiff name={name} before={theirs} after={mine} />
      <div class="choice-options">
        {option('mine', 'Keep mine')}
        {option('theirs', 'Take theirs')}
      </div>
    </fieldset>
  );
}
