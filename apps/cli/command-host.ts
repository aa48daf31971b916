import type { INestApplicationContext } from '@nestjs/common';
import type { Installation } from '@mneme/platform';

/** The running application that commands work with: the command line's own, or that of a server. */
export interface CommandHost {
  readonly app: INestApplicationContext;
  readonly installation: Installation;
}
