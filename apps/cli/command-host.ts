import type { INestApplicationContext } from '@nestjs/common';
import type { Installation } from '@mneme/platform';

/** How a command wants its application opened; a server that runs it is open already. */
export interface OpenOptions {
  /** Uses the database's model whatever EMBEDDING_MODEL says, instead of refusing to start. */
  readonly anyModel?: boolean;
}

/** The running application that commands work with: the command line's own, or that of a server. */
export interface CommandHost {
  readonly app: INestApplicationContext;
  readonly installation: Installation;
}
