import type { Signal } from '@preact/signals';
import type { MemoryType } from '@mneme/client';
import type { VNode } from 'preact';
import { Field } from '../../components/field.js';
import { TagInput } from '../../components/tag-input.js';
import { decimal } from '../../text/formats.js';
import { contentFault, contentLength, metadataFault, type Draft } from './draft.js';

interface DraftFieldsProps {
  readonly draft: Signal<Draft>;
  readonly type: MemoryType;
}

/** The controls for the fields of a draft. */
export function DraftFields({ draft, type }: DraftFieldsProps): VNode {
  const { importance, tags, metadata, expiresAt } = draft.value;
  const change = (part: Partial<Draft>): void => {
    draft.value = { ...draft.value, ...part };
  };
  return (
    <>
      <ContentField content={draft.value.content} onChange={(content) => change({ content })} />
      <Field id="edit-type" label="Type" hint="The type of a memory cannot be changed.">
        <input id="edit-type" type="text" disabled aria-describedby="edit-type-hint" value={type} />
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

interface ContentFieldProps {
  readonly content: string;
  readonly onChange: (content: string) => void;
}

function ContentField({ content, onChange }: ContentFieldProps): VNode {
  const fault = contentFault(content);
  return (
    <Field id="edit-content" label="Text" hint={contentLength(content)} error={fault}>
      <textarea
        id="edit-content"
        dir="auto"
        rows={6}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? 'edit-content-hint' : 'edit-content-error'}
        value={content}
        onInput={({ currentTarget: { value } }) => onChange(value)}
      />
    </Field>
  );
}

interface MetadataFieldProps {
  readonly metadata: string;
  readonly onChange: (metadata: string) => void;
}

function MetadataField({ metadata, onChange }: MetadataFieldProps): VNode {
  const fault = metadataFault(metadata);
  return (
    <Field id="edit-metadata" label="Metadata" hint='A JSON object, such as {"source": "chat"}' error={fault}>
      <textarea
        id="edit-metadata"
        class="code"
        rows={Math.min(12, metadata.split('\n').length + 1)}
        spellcheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? 'edit-metadata-hint' : 'edit-metadata-error'}
        value={metadata}
        onInput={({ currentTarget: { value } }) => onChange(value)}
      />
    </Field>
  );
}

/** As `datetime-local` takes it: in the reader's zone, without its name. */
function localTime(iso: string): string {
  if (iso === '') return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
