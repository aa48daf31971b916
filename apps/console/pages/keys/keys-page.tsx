import type { ApiKey, CreatedApiKey, RotatedApiKey } from '@mneme/client';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Icon } from '../../components/icons.js';
import { OneTimeSecret } from '../../components/one-time-secret.js';
import { Page } from '../../components/page.js';
import { Empty, Failure, Loading } from '../../components/states.js';
import { Beginning } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { toast } from '../../components/toasts.js';
import { usePagedList, type PagedList } from '../../data/pages.js';
import { mneme } from '../../session/session.js';
import { counted } from '../../text/formats.js';
import { CreateKey } from './create-key.js';
import { KeyRow } from './key-row.js';
import { RevokeKey } from './revoke-key.js';
import { RotateKey } from './rotate-key.js';

const PAGE_SIZE = 25;

/** What the page asks about, or shows, in a dialog. */
type Task =
  | { readonly kind: 'create' }
  | { readonly kind: 'rotate' | 'revoke'; readonly apiKey: ApiKey }
  | { readonly kind: 'show'; readonly created: CreatedApiKey | RotatedApiKey };

/** The keys of the tenant, newest first. */
export function KeysPage(): VNode {
  const turn = useSignal(0);
  const task = useSignal<Task | undefined>(undefined);
  const list = useKeys(turn.value);
  const create = (
    <button type="button" class="button primary" onClick={() => (task.value = { kind: 'create' })}>
      <Icon name="add" />
      Create key
    </button>
  );
  const finish = (created?: CreatedApiKey): void => {
    task.value = created === undefined ? undefined : { kind: 'show', created };
    turn.value++;
  };
  return (
    <Page title="Keys" actions={create}>
      <p class="lead">Each program that uses the service should have its own key, with no more scopes than it needs.</p>
      <KeyList list={list} onTask={(next) => (task.value = next)} />
      {task.value !== undefined && (
        <TaskDialog task={task.value} onDone={finish} onClose={() => (task.value = undefined)} />
      )}
    </Page>
  );
}

function useKeys(turn: number): PagedList<ApiKey> {
  return usePagedList(`keys ${turn}`, async (cursor, signal) => {
    const params = { limit: PAGE_SIZE, page: Number(cursor ?? 1) };
    const { apiKeys, pagination } = await mneme().apiKeys.list(params, { signal }).page();
    const next = pagination.hasNext ? String(pagination.page + 1) : undefined;
    return { items: apiKeys, cursor: next, total: pagination.total };
  });
}

interface KeyListProps {
  readonly list: PagedList<ApiKey>;
  readonly onTask: (task: Task) => void;
}

function KeyList({ list, onTask }: KeyListProps): VNode {
  const { items, total, isLoading, error, hasMore } = list.state.value;
  if (items.length === 0 && !hasMore) {
    return <Empty title="No keys yet">Create one for each program that calls the API.</Empty>;
  }
  return (
    <>
      {total !== undefined && (
        <p class="list-count" role="status">
          {counted(total, 'key', 'keys')}
        </p>
      )}
      {items.length > 0 && (
        <ul class="records" aria-label="Keys">
          {items.map((apiKey) => (
            <KeyRow
              key={apiKey.id}
              apiKey={apiKey}
              onRotate={() => onTask({ kind: 'rotate', apiKey })}
              onRevoke={() => onTask({ kind: 'revoke', apiKey })}
            />
          ))}
        </ul>
      )}
      {isLoading && <Loading what="keys" />}
      {error !== undefined && <Failure error={error} retry={list.loadMore} />}
      {hasMore && !isLoading && error === undefined && (
        <button type="button" class="button" onClick={list.loadMore}>
          More keys
        </button>
      )}
    </>
  );
}

interface TaskDialogProps {
  readonly task: Task;
  /** @param created a new key, to be shown */
  readonly onDone: (created?: CreatedApiKey) => void;
  readonly onClose: () => void;
}

function TaskDialog({ task, onDone, onClose }: TaskDialogProps): VNode {
  if (task.kind === 'create') return <CreateKey onCreated={onDone} onClose={onClose} />;
  if (task.kind === 'show') return <NewKey created={task.created} onClose={onClose} />;
  const { apiKey } = task;
  if (task.kind === 'rotate') return <RotateKey apiKey={apiKey} onRotated={onDone} onClose={onClose} />;
  const revoked = (): void => {
    toast('The key was revoked.');
    onDone();
  };
  return <RevokeKey apiKey={apiKey} onRevoked={revoked} onClose={onClose} />;
}

interface NewKeyProps {
  readonly created: CreatedApiKey | RotatedApiKey;
  readonly onClose: () => void;
}

function NewKey({ created, onClose }: NewKeyProps): VNode {
  const old = 'previous' in created ? created.previous : undefined;
  const oldExpiry = old?.expiresAt ?? undefined;
  return (
    <OneTimeSecret
      title={old === undefined ? 'Key created' : 'Key rotated'}
      what="key"
      secret={created.plainKey ?? undefined}
      onClose={onClose}
    >
      <p>
        <strong>
          <Beginning text={created.name} length={80} />
        </strong>{' '}
        works from now on.
        {old !== undefined && oldExpiry !== undefined && (
          <>
            {' '}
            The old key, <code>{old.keyPrefix}…</code>, works until <Time iso={oldExpiry} />.
          </>
        )}
      </p>
    </OneTimeSecret>
  );
}
