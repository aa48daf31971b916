import { setTimeout } from 'node:timers/promises';
import type { DeleteMemories, Job, Mneme } from '@mneme/client';
import type { FilterRequest } from '@mneme/memories';
import type { DeletionOptions } from '../arguments/deletion-options.js';
import type { CommandCall, CommandResult } from '../command.js';
import { countedOnly, finishDeletion, isCountOnly } from '../commands/delete.command.js';
import { startProgress } from '../progress.js';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

/** Deletes the memories of the client's tenant that the options mean, to the end, where they say so. */
export async function deleteThrough(
  mneme: Mneme,
  call: CommandCall,
  request: FilterRequest,
  options: DeletionOptions,
): Promise<CommandResult> {
  const filter = request as DeleteMemories['filter'];
  if (isCountOnly(options)) {
    const { matched } = await mneme.memories.deleteMany({ filter, dryRun: true });
    return countedOnly(call, matched, options);
  }
  const { matched, deleted, jobId } = await mneme.memories.deleteMany({ filter });
  if (jobId === undefined) return finishDeletion(call, { matched, deleted });
  const job = await lastOf(mneme, call, jobId, matched);
  return finishDeletion(call, { matched, deleted: job?.deleted ?? 0 }, unfinished(jobId, job));
}

/** The job as it is at its end, or as it was seen last where the person gave up. */
async function lastOf(mneme: Mneme, { io }: CommandCall, id: string, matched: number): Promise<Job | undefined> {
  const progress = startProgress(io, 'deleting', matched);
  let job: Job | undefined;
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      job = await mneme.jobs.get(id);
      progress.at(job.deleted);
      if (job.status !== 'running') return job;
      await setTimeout(pauseMs, undefined, { signal: io.signal });
    }
  } catch (error) {
    if (io.signal.aborted) return job;
    io.err.write(`The service deletes them as ${id}, whose end is not known.\n`);
    throw error;
  } finally {
    progress.stop();
  }
}

function unfinished(id: string, job: Job | undefined): string | undefined {
  if (job?.status === 'done') return undefined;
  if (job?.status === 'failed')
    return `${job.error ?? `${id} failed`}. Run the same command again: it deletes the rest.`;
  return `Interrupted. The service goes on deleting them, as ${id}.`;
}
