import type { VNode } from 'preact';
import { Dialog } from '../../components/dialog.js';
import { Failure } from '../../components/states.js';
import { Beginning } from '../../components/text.js';
import { useAction } from '../../data/action.js';
import { deleteMemory, type Versioned } from '../../data/memories.js';

interface DeleteDialogProps {
  readonly version: Versioned;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks, then deletes the version that the reader sees: one that another has changed is not. */
export function DeleteDialog({ version, onDeleted, onClose }: DeleteDialogProps): VNode {
  const { run, isRunning, error } = useAction(async () => {
    await deleteMemory(version);
    onDeleted();
  });
  return (
    <Dialog
      title="Delete this memory?"
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button" disabled={isRunning.value} onClick={onClose}>
            Cancel
          </button>
          <button type="button" class="button danger-fill" disabled={isRunning.value} onClick={() => void run()}>
            Delete
          </button>
        </>
      }
    >
      <blockquote>
        <Beginning text={version.memory.content} length={200} />
      </blockquote>
      <p>Its history is deleted with it. Until you leave the page, you can undo this.</p>
      {error.value !== undefined && <Failure error={error.value} />}
    </Dialog>
  );
}
