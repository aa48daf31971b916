import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icons.js';

interface WordsBoxProps {
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  readonly placeholder: string;
  /** On the button. */
  readonly submit: string;
  /** Characters. */
  readonly maxLength: number;
  /** What was asked last; the reader's own words are in its place until they are sent. */
  readonly words: string;
  /** Whether it takes the focus where nothing was asked yet. */
  readonly isFirst?: boolean;
  /** Given the words without blanks around them, at least one. */
  readonly onSubmit: (words: string) => void;
  /** Escape has emptied it. */
  readonly onClear?: () => void;
}

/** Where the reader asks for something in words. */
export function WordsBox(props: WordsBoxProps): VNode {
  const { id, icon, label, placeholder, submit, maxLength, words, isFirst = false, onSubmit, onClear } = props;
  const typed = useSignal(words);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    typed.value = words;
    if (isFirst && words === '') field.current?.focus();
  }, [words]);
  return (
    <form
      class="search-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.value.trim() !== '') onSubmit(typed.value.trim());
      }}
    >
      <Icon name={icon} />
      <input
        ref={field}
        id={id}
        type="search"
        data-keeps-focus
        aria-label={label}
        placeholder={placeholder}
        autocomplete="off"
        maxLength={maxLength}
        value={typed.value}
        onInput={({ currentTarget: { value } }) => (typed.value = value)}
        onKeyDown={({ key }) => {
          if (key !== 'Escape' || onClear === undefined) return;
          typed.value = '';
          onClear();
        }}
      />
      <button type="submit" class="button primary">
        {submit}
      </button>
    </form>
  );
}
