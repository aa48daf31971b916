import type { CreatedApiKey, Environment, Scope } from '@mneme/client';
import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { CheckList } from '../../components/check-list.js';
import { Field } from '../../components/field.js';
import { Question } from '../../components/question.js';
import { useAction } from '../../data/action.js';
import { mneme } from '../../session/session.js';
import { ExpiryField } from './expiry-field.js';
import { grantableScopes } from './scopes.js';

const MAX_NAME = 255;
const USUAL_SCOPES = ['read:memories', 'write:memories'];
const ENVIRONMENTS: Readonly<Record<Environment, string>> = { production: 'Production', development: 'Development' };

interface CreateKeyProps {
  readonly onCreated: (key: CreatedApiKey) => void;
  readonly onClose: () => void;
}

/** Asks what the new key is for and what it can do, and creates it. */
export function CreateKey({ onCreated, onClose }: CreateKeyProps): VNode {
  const grantable = grantableScopes();
  const name = useSignal('');
  const environment = useSignal<Environment>('production');
  const scopes = useSignal<ReadonlySet<string>>(new Set(USUAL_SCOPES.filter((scope) => grantable.has(scope))));
  const expiresAt = useSignal<number | undefined>(undefined);
  const { run, isRunning, error } = useAction(async () => {
    const key = {
      name: name.value.trim(),
      environment: environment.value,
      scopes: [...scopes.value] as Scope[],
      ...(expiresAt.value !== undefined && { expiresAt: expiresAt.value }),
    };
    onCreated(await mneme().apiKeys.create(key));
  });
  return (
    <Question
      title="Create a key"
      onClose={onClose}
      confirm="Create key"
      confirming="Creating…"
      isBusy={isRunning.value}
      error={error.value}
      form="create-key"
    >
      <form
        id="create-key"
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <KeyFields name={name} environment={environment} expiresAt={expiresAt} />
        <CheckList
          legend="Scopes"
          options={grantable}
          chosen={scopes.value}
          onChange={(next) => (scopes.value = next)}
        />
      </form>
    </Question>
  );
}

interface KeyFieldsProps {
  readonly name: Signal<string>;
  readonly environment: Signal<Environment>;
  readonly expiresAt: Signal<number | undefined>;
}

function KeyFields({ name, environment, expiresAt }: KeyFieldsProps): VNode {
  return (
    <>
      <Field id="key-name" label="Name" hint="What the key is for, such as “assistant on the website”">
        <input
          id="key-name"
          required
          dir="auto"
          maxLength={MAX_NAME}
          autocomplete="off"
          aria-describedby="key-name-hint"
          value={name.value}
          onInput={({ currentTarget: { value } }) => (name.value = value)}
        />
      </Field>
      <div class="field-row">
        <Field id="key-environment" label="Environment">
          <select
            id="key-environment"
            value={environment.value}
            onChange={({ currentTarget: { value } }) => (environment.value = value as Environment)}
          >
            {Object.entries(ENVIRONMENTS).map(([value, label]) => (
              <option value={value} key={value}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <ExpiryField id="key-expiry" label="Expires" expiresAt={expiresAt} otherwise="Never" />
      </div>
    </>
  );
}
