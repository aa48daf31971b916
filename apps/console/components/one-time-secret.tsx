import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from './dialog.js';
import { Icon } from './icons.js';

interface OneTimeSecretProps {
  readonly title: string;
  /** Names it: "key", "secret". */
  readonly what: string;
  /** Undefined: the response that had it was lost, and a repetition of the request does not have it. */
  readonly secret: string | undefined;
  /** Forgets the secret: nothing else may keep it. */
  readonly onClose: () => void;
  /** More about it. */
  readonly children?: ComponentChildren;
}

/** A secret that no one can see a second time. */
export function OneTimeSecret({ title, what, secret, onClose, children }: OneTimeSecretProps): VNode {
  return (
    <Dialog
      title={title}
      // A key that is pressed in haste must not lose it.
      onClose={secret === undefined ? onClose : undefined}
      actions={
        <button type="button" class="button primary" onClick={onClose}>
          Done
        </button>
      }
    >
      {secret === undefined ? (
        <p class="notice">
          The connection failed, and the {what} was lost with the response. Revoke it and create another one.
        </p>
      ) : (
        <Secret what={what} secret={secret} />
      )}
      {children}
    </Dialog>
  );
}

function Secret({ what, secret }: { readonly what: string; readonly secret: string }): VNode {
  const outcome = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret);
      outcome.value = `The ${what} was copied.`;
    } catch {
      // Browsers refuse it to pages that are not served by HTTPS or from this machine.
      field.current?.select();
      outcome.value = 'The browser did not let it be copied. It is selected: copy it by hand.';
    }
  };
  return (
    <>
      <p class="notice">
        Copy this {what} now and keep it somewhere safe. It is shown only once: after you close this, no one can see it
        again.
      </p>
      <div class="secret">
        <input
          ref={field}
          readOnly
          aria-label={`The ${what}`}
          autocomplete="off"
          spellcheck={false}
          value={secret}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button type="button" class="button" onClick={() => void copy()}>
          <Icon name="copy" />
          Copy
        </button>
      </div>
      <p class="hint" role="status">
        {outcome.value}
      </p>
    </>
  );
}
