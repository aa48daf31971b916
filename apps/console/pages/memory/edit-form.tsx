import { useSignal } from '@preact/signals';
import { ConflictError } from '@mneme/client';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Failure } from '../../components/states.js';
import { useAction } from '../../data/action.js';
import { useLeaveGuard } from '../../data/leave-guard.js';
import { changeMemory, readMemory, type Versioned } from '../../data/memories.js';
import { Conflict } from './conflict.js';
import { changesBetween, changedFields, contentFault, draftOf, metadataFault, type Draft } from './draft.js';
import { DraftFields } from './draft-fields.js';

interface EditFormProps {
  readonly version: Versioned;
  readonly onSaved: (version: Versioned) => void;
  /** @param theirs the memory as another has made it meanwhile */
  readonly onConflict: (theirs: Versioned) => void;
  readonly onCancel: () => void;
}

/** Changes a memory, unless another has changed it meanwhile: then it shows both versions, and saves what the reader makes of them. */
export function EditForm({ version, onSaved, onConflict, onCancel }: EditFormProps): VNode {
  const base = useSignal(version).value;
  const draft = useSignal<Draft>(draftOf(base.memory));
  const theirs = useSignal<Versioned | undefined>(undefined);
  const save = useAction(async (onto: Versioned, wanted: Draft) => {
    try {
      onSaved(await changeMemory(onto, changesBetween(draftOf(onto.memory), wanted)));
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      theirs.value = await readMemory(base.memory.id);
      onConflict(theirs.value);
    }
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const isChanged = changedFields(draftOf(base.memory), draft.value).length > 0;
  useLeaveGuard(isChanged ? 'Leave without saving your changes?' : undefined);
  if (theirs.value !== undefined) {
    const { value: now } = theirs;
    return <Conflict base={base} mine={draft.value} theirs={now} save={save} onCancel={onCancel} key={now.etag} />;
  }
  const isValid = metadataFault(draft.value.metadata) === undefined && contentFault(draft.value.content) === undefined;
  return (
    <form
      ref={form}
      class="card edit-form"
      aria-label="Edit the memory"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && isValid) void save.run(base, draft.value);
      }}
    >
      <DraftFields draft={draft} type={base.memory.type} />
      {save.error.value !== undefined && <Failure error={save.error.value} />}
      <div class="actions">
        <button type="submit" class="button primary" disabled={!isChanged || !isValid || save.isRunning.value}>
          {save.isRunning.value ? 'Saving…' : 'Save'}
        </button>
        <button type="button" class="button" disabled={save.isRunning.value} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
