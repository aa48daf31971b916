import type { EventName, Webhook } from '@mneme/client';
import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { CheckList } from '../../components/check-list.js';
import { Field } from '../../components/field.js';

const MAX_NAME = 255;
const MAX_URL = 2_048;
const EVENTS: ReadonlyMap<EventName, string> = new Map([
  ['memory.created', 'A memory was stored'],
  ['memory.updated', 'A memory was changed'],
  ['memory.deleted', 'A memory was deleted, or expired'],
  ['search.performed', 'Someone searched; best effort, some may be missing'],
  ['api_key.created', 'A key was created'],
  ['api_key.revoked', 'A key was revoked'],
]);

/** What a reader can say of a webhook. */
export interface WebhookDraft {
  readonly name: string;
  readonly url: string;
  readonly events: ReadonlySet<EventName>;
}

/** As a form begins. */
export function draftOf(webhook?: Webhook): WebhookDraft {
  return { name: webhook?.name ?? '', url: webhook?.url ?? '', events: new Set(webhook?.events) };
}

/** As the API takes it. */
export function bodyOf({ name, url, events }: WebhookDraft): Pick<Webhook, 'name' | 'url' | 'events'> {
  return { name: name.trim(), url: url.trim(), events: [...EVENTS.keys()].filter((event) => events.has(event)) };
}

/** The controls for a draft. */
export function WebhookFields({ draft }: { readonly draft: Signal<WebhookDraft> }): VNode {
  const { name, url, events } = draft.value;
  const change = (part: Partial<WebhookDraft>): void => {
    draft.value = { ...draft.value, ...part };
  };
  return (
    <>
      <Field id="webhook-name" label="Name">
        <input
          id="webhook-name"
          required
          dir="auto"
          maxLength={MAX_NAME}
          autocomplete="off"
          value={name}
          onInput={({ currentTarget: { value } }) => change({ name: value })}
        />
      </Field>
      <Field id="webhook-url" label="URL" hint="Where events are sent: https, at a public address">
        <input
          id="webhook-url"
          required
          type="url"
          maxLength={MAX_URL}
          autocomplete="off"
          spellcheck={false}
          placeholder="https://"
          aria-describedby="webhook-url-hint"
          value={url}
          onInput={({ currentTarget: { value } }) => change({ url: value })}
        />
      </Field>
      <CheckList legend="Events" options={EVENTS} chosen={events} onChange={(next) => change({ events: next })} />
    </>
  );
}
