import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { Icon } from './icons.js';

/** Long enough to read two lines. */
const SHOWN_MS = 7_000;

interface Toast {
  readonly id: number;
  readonly message: string;
}

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Reports something that was done, also to assistive technology, without taking the focus. */
export function toast(message: string): void {
  const id = ++lastId;
  toasts.value = [...toasts.value, { id, message }];
  setTimeout(() => dismiss(id), SHOWN_MS);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((each) => each.id !== id);
}

/** Where they appear: there from the start, so that what comes into it is announced. */
export function Toasts(): VNode {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, message }) => (
        <div class="toast" key={id}>
          <span>{message}</span>
          <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
