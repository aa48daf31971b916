import type { IndexChanges } from './index-changes.js';

/** Holds the source of changes that the application provides; without one, no tenant is kept in memory where other processes write too. */
export class FollowedChanges {
  /** Undefined until it is set, as the application starts. */
  source: IndexChanges | undefined;
}
