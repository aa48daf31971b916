import type { ComponentChildren, VNode } from 'preact';

interface FieldProps {
  /** Of the control, which the label belongs to. */
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with the value; the control names `${id}-error` in `aria-describedby`. */
  readonly error?: string | undefined;
  readonly children: ComponentChildren;
}

/** A control with its label, and a line about it. */
export function Field({ id, label, hint, error, children }: FieldProps): VNode {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint !== undefined && error === undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
