import type { INestApplicationContext } from '@nestjs/common';
import type { Installation } from '@mneme/platform';

/** How a command wants its application opened; a server that runs it is open already. */
export interface OpenOptions {
  /** Empties an index of another model instead of refusing it. */
  readonly replaceOtherModel?: boolean;
}

/** The running application that commands work with: the command line's own, or that of a server. */
export interface CommandHost {
  readonly app: INestApplicationContext;
  readonly installation: Installation;
}
