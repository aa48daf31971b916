import type { IndexChanges } from './index-changes.js';

/** The changes as whoever has them names them; until then nothing can be followed. */
export class FollowedChanges {
  /** Undefined until it is set, as the application starts. */
  source: IndexChanges | undefined;
}
