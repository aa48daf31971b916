import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { Field } from '../../components/field.js';
import { TagInput } from '../../components/tag-input.js';
import { count, decimal } from '../../text/formats.js';
import { metadataFault, type Draft } from './draft.js';

const MAX_CONTENT = 10_000;

/** The controls for the fields of a draft. */
export function DraftFields({ draft }: { readonly draft: Signal<Draft> }): VNode {
  const { content, importance, tags, metadata, expiresAt } = draft.value;
  const change = (part: Partial<Draft>): void => {
    draft.value = { ...draft.value, ...part };
  };
  return (
    <>
      <Field id="edit-content" label="Text" {...contentLine(content)}>
        <textarea
          id="edit-content"
          dir="auto"
          rows={6}
          aria-describedby={content === '' ? 'edit-content-error' : 'edit-content-hint'}
          value={content}
          onInput={({ currentTarget: { value } }) => change({ content: value })}
        />
      </Field>
      <div class="field-row">
        <Field id="edit-importance" label={`Importance: ${decimal(importance)}`}>
          <input
            id="edit-importance"
            type="range"
            min="0"
            max="1"
            step="0.05"
            value={importance}
            onInput={({ currentTarget: { valueAsNumber } }) => change({ importance: valueAsNumber })}
          />
        </Field>
        <Field id="edit-expiry" label="Expires" hint="Empty: never">
          <input
            id="edit-expiry"
            type="datetime-local"
            value={localTime(expiresAt)}
            onChange={({ currentTarget: { value } }) =>
              change({ expiresAt: value === '' ? '' : new Date(value).toISOString() })
            }
          />
        </Field>
      </div>
      <Field id="edit-tags" label="Tags">
        <TagInput id="edit-tags" tags={tags} onChange={(next) => change({ tags: next })} />
      </Field>
      <MetadataField metadata={metadata} onChange={(text) => change({ metadata: text })} />
    </>
  );
}

interface MetadataFieldProps {
  readonly metadata: string;
  readonly onChange: (metadata: string) => void;
}

function MetadataField({ metadata, onChange }: MetadataFieldProps): VNode {
  const fault = metadataFault(metadata);
  return (
    <Field id="edit-metadata" label="Metadata" error={fault}>
      <textarea
        id="edit-metadata"
        class="code"
        rows={Math.min(12, metadata.split('\n').length + 1)}
        spellcheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : 'edit-metadata-error'}
        value={metadata}
        onInput={({ currentTarget: { value } }) => onChange(value)}
      />
    </Field>
  );
}

function contentLine(content: string): { hint: string } | { error: string } {
  if (content === '') return { error: 'A memory needs a text' };
  return { hint: `${count([...content].length)} of ${count(MAX_CONTENT)} characters` };
}

/** As `datetime-local` takes it: in the reader's zone, without its name. */
function localTime(iso: string): string {
  if (iso === '') return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
