import { useSignal } from '@preact/signals';
import { NotFoundError } from '@mneme/client';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { Icon } from '../../components/icons.js';
import { Page, Section } from '../../components/page.js';
import { Empty, Failure, Shown } from '../../components/states.js';
import { toast } from '../../components/toasts.js';
import { useAction } from '../../data/action.js';
import { changeMemory, readMemory, restoreMemory, type Changes, type Versioned } from '../../data/memories.js';
import { useResource } from '../../data/resource.js';
import { pathOf } from '../../session/place.js';
import { may } from '../../session/session.js';
import { DeleteDialog } from './delete-dialog.js';
import { changesBetween, draftOf } from './draft.js';
import { EditForm } from './edit-form.js';
import { History } from './history.js';
import { MemoryDetails } from './memory-details.js';
import { MemoryLinks } from './memory-links.js';
import { Neighbours } from './neighbours.js';

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
  /** What takes the reader's last change back, and nothing that others have changed since. */
  const undoing = useSignal<Changes | undefined>(undefined);
  const { memory, etag } = version;
  const change = useAction(async (changes: Changes, undone: boolean) => {
    const next = await changeMemory(version, changes);
    undoing.value = undone ? undefined : wayBack(version, next);
    onChange(next);
    toast(undone ? 'The change was undone.' : 'Saved.');
  });
  const reload = (): void => {
    change.forgetError();
    onReload();
  };
  const undo = (): void => {
    if (undoing.value !== undefined) void change.run(undoing.value, true);
  };
  const saved = (next: Versioned): void => {
    undoing.value = wayBack(version, next);
    mode.value = 'show';
    onChange(next);
    toast('Saved.');
  };
  return (
    <Page title="Memory" actions={mode.value !== 'edit' && may('write:memories') && <Buttons mode={mode} />}>
      {undoing.value !== undefined && mode.value === 'show' && (
        <UndoBar isRunning={change.isRunning.value} undo={undo} />
      )}
      {change.error.value !== undefined && <Failure error={change.error.value} retry={reload} />}
      {mode.value === 'edit' ? (
        <EditForm version={version} onSaved={saved} onCancel={() => (mode.value = 'show')} />
      ) : (
        <MemoryDetails memory={memory} />
      )}
      <MemoryLinks memory={memory} />
      <History
        version={version}
        key={etag}
        restore={may('write:memories') ? (changes) => void change.run(changes, false) : undefined}
      />
      <Neighbours memory={memory} />
      {mode.value === 'delete' && (
        <DeleteDialog version={version} onDeleted={() => onDelete(version)} onClose={() => (mode.value = 'show')} />
      )}
    </Page>
  );
}

function wayBack(before: Versioned, after: Versioned): Changes {
  return changesBetween(draftOf(after.memory), draftOf(before.memory));
}

interface UndoBarProps {
  readonly isRunning: boolean;
  readonly undo: () => void;
}

function UndoBar({ isRunning, undo }: UndoBarProps): VNode {
  return (
    <div class="undo-bar">
      <span>You changed this memory.</span>
      <button type="button" class="button" disabled={isRunning} onClick={undo}>
        <Icon name="undo" />
        Undo the change
      </button>
    </div>
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
