import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Icon } from './icons.js';
import { Text } from './text.js';
import { visible } from '../text/visible.js';

interface TagInputProps {
  readonly id: string;
  readonly tags: readonly string[];
  /** What each is called; "tag" where left out. */
  readonly noun?: string;
  readonly placeholder?: string;
  readonly onChange: (tags: readonly string[]) => void;
  /** Whether a text may be added. One that may not stays in the field. */
  readonly accepts?: (text: string) => boolean;
  /** Whether the field names `${id}-error` as what is wrong with its text. */
  readonly isWrong?: boolean;
  /** Offered while the reader types. */
  readonly suggestions?: readonly string[];
  readonly onType?: (text: string) => void;
}

/** Tags, or other short texts, as chips. Enter adds what was typed, Backspace in the empty field takes the last one away. */
export function TagInput(props: TagInputProps): VNode {
  const { id, tags, onChange, noun = 'tag', placeholder = 'Add a tag, then Enter', suggestions = [], onType } = props;
  const { accepts, isWrong = false } = props;
  const typed = useSignal('');
  const add = (): void => {
    const tag = typed.value.trim();
    if (tag !== '' && accepts?.(tag) === false) return;
    typed.value = '';
    if (tag !== '' && !tags.includes(tag)) onChange([...tags, tag]);
  };
  return (
    <div class="tag-input">
      {tags.map((tag) => (
        <span class="tag" key={tag}>
          <Text text={tag} />
          <button
            type="button"
            aria-label={`Remove ${noun} ${visible(tag)}`}
            onClick={() => onChange(tags.filter((each) => each !== tag))}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <input
        id={id}
        list={`${id}-suggestions`}
        maxLength={64}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        autocomplete="off"
        placeholder={tags.length === 0 ? placeholder : 'Add'}
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          onType?.(currentTarget.value);
        }}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && typed.value.trim() !== '') {
            event.preventDefault();
            add();
          } else if (event.key === 'Backspace' && typed.value === '') onChange(tags.slice(0, -1));
        }}
      />
      <Suggestions id={`${id}-suggestions`} texts={suggestions} />
    </div>
  );
}

function Suggestions({ id, texts }: { readonly id: string; readonly texts: readonly string[] }): VNode {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option value={text} key={text} />
      ))}
    </datalist>
  );
}
