import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Field } from '../components/field.js';
import { TagInput } from '../components/tag-input.js';

const PAIR = /^[^=]+=./;
const MAX_CONDITIONS = 5;

interface MetadataFieldProps {
  readonly id: string;
  readonly hint: string;
  /** Each `key=value`. */
  readonly conditions: readonly string[];
  readonly onChange: (conditions: readonly string[]) => void;
}

/** Conditions on the metadata. What is none stays in the field, with the form that is wanted. */
export function MetadataField({ id, hint, conditions, onChange }: MetadataFieldProps): VNode {
  const error = useSignal<string | undefined>(undefined);
  const accepts = (text: string): boolean => {
    if (!PAIR.test(text)) error.value = 'Write it as key=value, such as userId=anna.';
    else if (conditions.length >= MAX_CONDITIONS) error.value = `At most ${MAX_CONDITIONS} conditions are possible.`;
    return error.value === undefined;
  };
  return (
    <Field id={id} label="Metadata" hint={hint} error={error.value}>
      <TagInput
        id={id}
        noun="condition"
        placeholder="key=value, then Enter"
        tags={conditions}
        accepts={accepts}
        isWrong={error.value !== undefined}
        onType={() => (error.value = undefined)}
        onChange={(next) => {
          error.value = undefined;
          onChange(next);
        }}
      />
    </Field>
  );
}
