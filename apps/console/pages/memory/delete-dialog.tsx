import { ConflictError } from '@mneme/client';
import type { VNode } from 'preact';
import { Question } from '../../components/question.js';
import { Beginning } from '../../components/text.js';
import { useAction } from '../../data/action.js';
import { deleteMemory, type Versioned } from '../../data/memories.js';

interface DeleteDialogProps {
  readonly version: Versioned;
  readonly onDeleted: () => void;
  /** Another has changed it. */
  readonly onStale: () => void;
  readonly onClose: () => void;
}

/** Asks, then deletes the version that the reader sees: one that another has changed is not. */
export function DeleteDialog({ version, onDeleted, onStale, onClose }: DeleteDialogProps): VNode {
  const { run, isRunning, error } = useAction(async () => {
    try {
      await deleteMemory(version);
      onDeleted();
    } catch (failure) {
      if (!(failure instanceof ConflictError)) throw failure;
      onStale();
      onClose();
    }
  });
  return (
    <Question
      title="Delete this memory?"
      onClose={onClose}
      confirm="Delete"
      confirming="Deleting…"
      isDangerous
      isBusy={isRunning.value}
      error={error.value}
      onConfirm={() => void run()}
    >
      <blockquote>
        <Beginning text={version.memory.content} length={200} />
      </blockquote>
      <p>Its history is deleted with it. Until you leave the page, you can undo this.</p>
    </Question>
  );
}
