import type { ApiKey } from '@mneme/client';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { KeyCalls } from '../../charts/key-calls.js';
import { Field } from '../../components/field.js';
import { Empty, Shown } from '../../components/states.js';
import { useResource } from '../../data/resource.js';
import { pathOf } from '../../session/place.js';
import { mneme } from '../../session/session.js';
import { visible } from '../../text/visible.js';

/** The newest ones; the page of the keys has all. */
const MAX_KEYS = 100;
const NAME_LENGTH = 60;

/** The requests of one key, at first of the one that was used last. */
export function CallsByKey(): VNode {
  const keys = useResource('keys', async (signal) => {
    const { apiKeys } = await mneme().apiKeys.list({ limit: MAX_KEYS }, { signal }).page();
    return apiKeys.toSorted((one, other) => timeOf(other) - timeOf(one));
  });
  return (
    <Shown of={keys} what="the keys">
      {(found) => (found.length === 0 ? <NoKeys /> : <ChosenKey keys={found} />)}
    </Shown>
  );
}

function timeOf({ lastUsedAt }: ApiKey): number {
  return lastUsedAt === null ? 0 : Date.parse(lastUsedAt);
}

function NoKeys(): VNode {
  return (
    <Empty title="No keys yet">
      Requests are counted for each key. <a href={pathOf('keys')}>Create a key</a>
    </Empty>
  );
}

function ChosenKey({ keys }: { readonly keys: readonly ApiKey[] }): VNode {
  const chosen = useSignal(keys[0]?.id ?? '');
  return (
    <>
      <div class="key-choice">
        <Field
          id="usage-key"
          label="Key"
          hint="Requests with a user’s token count towards the plan, but belong to no key."
        >
          <select
            id="usage-key"
            value={chosen.value}
            aria-describedby="usage-key-hint"
            onChange={({ currentTarget: { value } }) => (chosen.value = value)}
          >
            {keys.map(({ id, name, keyPrefix, status }) => (
              <option value={id} key={id}>
                {visible(name.slice(0, NAME_LENGTH))} ({keyPrefix}…{status === 'active' ? '' : `, ${status}`})
              </option>
            ))}
          </select>
        </Field>
      </div>
      <KeyCalls keyId={chosen.value} />
    </>
  );
}
