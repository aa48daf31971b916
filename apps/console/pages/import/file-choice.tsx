import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Field } from '../../components/field.js';
import { Icon } from '../../components/icons.js';
import { FORMS, isForm } from './forms.js';
import type { ReadOptions } from './import-messages.js';

/** As filters take them. */
const MAX_USER_ID = 128;

interface FileChoiceProps {
  readonly onChoose: (files: readonly File[], options: ReadOptions) => void;
}

/** Where files are dropped or chosen, and how they are read. */
export function FileChoice({ onChoose }: FileChoiceProps): VNode {
  const from = useSignal<ReadOptions['from']>('auto');
  const userId = useSignal('');
  const choose = (files: readonly File[]): void => {
    const user = userId.value.trim();
    if (files.length > 0) onChoose(files, { from: from.value, userId: user === '' ? undefined : user });
  };
  return (
    <>
      <div class="filter-form import-options" role="group" aria-label="How to read the files">
        <Field id="import-from" label="Format" hint="The content shows it, except in a plain list of saved memories">
          <select
            id="import-from"
            value={from.value}
            onChange={({ currentTarget: { value } }) => (from.value = isForm(value) ? value : 'auto')}
          >
            <option value="auto">Detect from the content</option>
            {Object.entries(FORMS).map(([form, name]) => (
              <option value={form} key={form}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field id="import-user" label="User (optional)" hint="metadata.userId of records that name no user">
          <input
            id="import-user"
            type="text"
            maxLength={MAX_USER_ID}
            autocomplete="off"
            value={userId.value}
            onInput={({ currentTarget: { value } }) => (userId.value = value)}
          />
        </Field>
      </div>
      <DropZone onFiles={choose} />
    </>
  );
}

function DropZone({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): VNode {
  const isOver = useSignal(false);
  useNoDropElsewhere();
  return (
    <label
      class={isOver.value ? 'drop-zone is-over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        onFiles([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <Icon name="import" />
      <span class="empty-title">Drop files here, or choose them</span>
      <span class="empty-text">
        Exports of ChatGPT, Claude, mem0, OpenMemory, Zep, Letta, LangGraph, Hindsight, MCP memory servers, or Mneme:
        JSON, NDJSON, text, gzip or zip. You see what is in them before anything is stored.
      </span>
      <input
        type="file"
        class="visually-hidden"
        multiple
        aria-label="Choose files"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file once more is a choice as well.
          currentTarget.value = '';
        }}
      />
      <span class="button" aria-hidden="true">
        Choose files
      </span>
    </label>
  );
}

/** A file that is dropped beside the zone would replace the page. */
function useNoDropElsewhere(): void {
  useEffect(() => {
    const refuse = (event: DragEvent): void => event.preventDefault();
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);
}
