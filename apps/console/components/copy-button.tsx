import type { VNode } from 'preact';
import { Icon } from './icons.js';
import { toast } from './toasts.js';

interface CopyButtonProps {
  readonly text: string;
  /** Names it: "id". */
  readonly what: string;
}

/** Copies a text, and says whether it could. */
export function CopyButton({ text, what }: CopyButtonProps): VNode {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast(`The ${what} was copied.`);
    } catch {
      // Browsers refuse it to pages that are not served by HTTPS or from this machine.
      toast(`The browser did not let the ${what} be copied.`);
    }
  };
  return (
    <button type="button" class="icon-button" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      <Icon name="copy" />
    </button>
  );
}
