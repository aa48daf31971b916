import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  /** At Escape; undefined: that closes nothing. */
  readonly onClose: (() => void) | undefined;
  readonly children: ComponentChildren;
  readonly actions: ComponentChildren;
}

/** A question before anything else: the browser keeps the focus inside, and gives it back. */
export function Dialog({ title, onClose, children, actions }: DialogProps): VNode {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby="dialog-title"
      // Chromium otherwise closes it at the second Escape.
      {...(onClose === undefined && { closedby: 'none' })}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id="dialog-title">{title}</h2>
      <div class="dialog-body">{children}</div>
      <div class="actions dialog-actions">{actions}</div>
    </dialog>
  );
}
