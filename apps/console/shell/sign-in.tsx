import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Failure } from '../components/states.js';
import { Field } from '../components/field.js';
import { useAction } from '../data/action.js';
import { signIn, signOutReason } from '../session/session.js';

/** What everyone sees first who did not come by a link with a key. */
export function SignIn(): VNode {
  const key = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  const { run, error, isRunning } = useAction(() => signIn(key.value.trim()));
  const failure = error.value ?? (signOutReason.value === undefined ? undefined : new Error(signOutReason.value));
  useEffect(() => field.current?.focus(), []);
  return (
    <main class="sign-in">
      <form
        class="card sign-in-card"
        onSubmit={(event) => {
          event.preventDefault();
          if (key.value.trim() !== '') void run();
        }}
      >
        <div class="brand">
          <span class="brand-mark" aria-hidden="true" />
          Mneme
        </div>
        <h1>Sign in to the console</h1>
        <Field
          id="api-key"
          label="API key"
          hint="Or a user’s token. It stays in this tab and is forgotten when you close it."
        >
          <input
            id="api-key"
            ref={field}
            type="password"
            autocomplete="off"
            spellcheck={false}
            aria-describedby="api-key-hint"
            placeholder="mneme_…"
            value={key.value}
            onInput={({ currentTarget }) => (key.value = currentTarget.value)}
          />
        </Field>
        {failure !== undefined && <Failure error={failure} />}
        <button type="submit" class="button primary wide" disabled={isRunning.value || key.value.trim() === ''}>
          {isRunning.value ? 'Signing in…' : 'Sign in'}
        </button>
        <p class="hint">
          The embedded service prints a link that signs you in when it starts, and keeps its key in{' '}
          <code>.mneme/dev-key</code>.
        </p>
      </form>
    </main>
  );
}
