import { useSignal } from '@preact/signals';
import { NotFoundError, type Memory } from '@mneme/client';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { Icon } from '../../components/icons.js';
import { Page, Section } from '../../components/page.js';
import { Empty, Failure, Shown } from '../../components/states.js';
import { toast } from '../../components/toasts.js';
import { useAction } from '../../data/action.js';
import { readMemory, restoreMemory, type Versioned } from '../../data/memories.js';
import { useResource } from '../../data/resource.js';
import { pathOf } from '../../session/place.js';
import { may } from '../../session/session.js';
import { excerptOf, visible } from '../../text/visible.js';
import { DeleteDialog } from './delete-dialog.js';
import { EditForm } from './edit-form.js';
import { History } from './history.js';
import { MemoryDetails } from './memory-details.js';
import { MemoryLinks } from './memory-links.js';
import { Neighbours } from './neighbours.js';
import { useChanges, type MemoryChanges } from './use-changes.js';

const TAB_CHARACTERS = 60;

interface MemoryPageProps {
  readonly params: Readonly<Record<string, string>>;
}

/** One memory: all that is known of it, and what can be done with it. */
export function MemoryPage({ params: { id = '' } }: MemoryPageProps): VNode {
  return <LoadedMemory id={id} key={id} />;
}

function LoadedMemory({ id }: { readonly id: string }): VNode {
  const resource = useResource(id, (signal) => readMemory(id, signal));
  const deleted = useSignal<Versioned | undefined>(undefined);
  if (deleted.value !== undefined) return <DeletedMemory version={deleted.value} />;
  if (resource.state.value.data !== undefined) {
    return (
      <OpenMemory
        version={resource.state.value.data}
        onChange={resource.set}
        onReload={resource.reload}
        onDelete={(version) => (deleted.value = version)}
      />
    );
  }
  const { error } = resource.state.value;
  return (
    <Page title="Memory">
      {error instanceof NotFoundError ? (
        <Empty title="There is no such memory">
          It was deleted, or it expired. <a href={pathOf('memories')}>All memories</a>
        </Empty>
      ) : (
        <Shown of={resource} what="the memory">
          {() => null}
        </Shown>
      )}
    </Page>
  );
}

interface OpenMemoryProps {
  readonly version: Versioned;
  readonly onChange: (version: Versioned) => void;
  readonly onReload: () => void;
  readonly onDelete: (version: Versioned) => void;
}

function OpenMemory({ version, onChange, onReload, onDelete }: OpenMemoryProps): VNode {
  const mode = useSignal<'show' | 'edit' | 'delete'>('show');
  const changes = useChanges(version, onChange);
  const { memory, etag } = version;
  const show = (): void => void (mode.value = 'show');
  const saved = (next: Versioned): void => {
    show();
    changes.saved(next);
  };
  return (
    <Page
      title={mode.value === 'edit' ? 'Edit memory' : 'Memory'}
      tabTitle={tabTitle(memory)}
      actions={mode.value !== 'edit' && may('write:memories') && <Buttons mode={mode} />}
    >
      {mode.value === 'edit' ? (
        <EditForm version={version} onSaved={saved} onConflict={onChange} onCancel={show} />
      ) : (
        <>
          <ChangeNotices changes={changes} onReload={onReload} />
          <MemoryDetails memory={memory} />
        </>
      )}
      <MemoryLinks memory={memory} />
      <History version={version} key={etag} restore={may('write:memories') ? changes.change : undefined} />
      <Neighbours memory={memory} />
      {mode.value === 'delete' && (
        <DeleteDialog version={version} onDeleted={() => onDelete(version)} onStale={changes.refused} onClose={show} />
      )}
    </Page>
  );
}

/** The beginning of the text: many memories can be open at once. */
function tabTitle({ content }: Memory): string {
  const { text, isCutAfter } = excerptOf(content.trim(), TAB_CHARACTERS);
  return `${visible(text)}${isCutAfter ? '…' : ''}`;
}

interface ChangeNoticesProps {
  readonly changes: MemoryChanges;
  readonly onReload: () => void;
}

/** What became of the reader's last change, and the way back from it. */
function ChangeNotices({ changes, onReload }: ChangeNoticesProps): VNode {
  const { undo, isRunning, isStale, error, forgetError } = changes;
  const reload = (): void => {
    forgetError();
    onReload();
  };
  return (
    <>
      {undo !== undefined && (
        <div class="undo-bar">
          <span>You changed this memory.</span>
          <button type="button" class="button" disabled={isRunning} onClick={undo}>
            <Icon name="undo" />
            Undo the change
          </button>
        </div>
      )}
      {isStale && (
        <div class="failure" role="alert">
          <Icon name="alert" />
          <div class="failure-body">
            <p class="failure-message">
              Someone else changed this memory meanwhile. Look at it as it is now, then try again.
            </p>
            <button type="button" class="button" onClick={reload}>
              Show it as it is now
            </button>
          </div>
        </div>
      )}
      {error !== undefined && <Failure error={error} retry={reload} />}
    </>
  );
}

function Buttons({ mode }: { readonly mode: { value: string } }): VNode {
  return (
    <>
      <button type="button" class="button" onClick={() => (mode.value = 'edit')}>
        <Icon name="edit" />
        Edit
      </button>
      <button type="button" class="button danger" onClick={() => (mode.value = 'delete')}>
        <Icon name="trash" />
        Delete
      </button>
    </>
  );
}

/** What is left of a deleted memory until the reader leaves the page: the way back. */
function DeletedMemory({ version: { memory } }: { readonly version: Versioned }): VNode {
  const { route } = useLocation();
  const { run, isRunning, error } = useAction(async () => {
    const restored = await restoreMemory(memory);
    toast('The memory was stored again.');
    route(pathOf(`memories/${restored.id}`), true);
  });
  return (
    <Page title="Memory deleted">
      <Empty title="This memory is deleted" icon="trash">
        <p>As long as you stay on this page, it can be stored again: with a new id, and without its history.</p>
        <div class="actions centred">
          <button type="button" class="button primary" disabled={isRunning.value} onClick={() => void run()}>
            <Icon name="undo" />
            Undo
          </button>
          <a class="button" href={pathOf('memories')}>
            All memories
          </a>
        </div>
      </Empty>
      {error.value !== undefined && <Failure error={error.value} />}
      <Section title="What it was">
        <MemoryDetails memory={memory} />
      </Section>
    </Page>
  );
}
