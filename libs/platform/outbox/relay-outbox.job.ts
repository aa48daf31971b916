import type { JobType } from '../jobs/job-type.js';

/** Events were written in this stretch of time: of all processes with WORKERS=off one call is enough. */
export interface RelayHint {
  /** Unix time in units of RELAY_HINT_MS. */
  readonly stretch: number;
}

export const RELAY_HINT_MS = 50;

/** Wakes a process that relays, for one that does not. */
export const RelayOutbox: JobType<RelayHint> = {
  name: 'outbox.relay',
  concurrency: 1,
  idOf: ({ stretch }) => String(stretch),
};
