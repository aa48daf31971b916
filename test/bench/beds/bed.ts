import type { FloorProcess } from '../floor/floor-process.js';
import type { ImportFigures } from '../load/import-run.js';
import type { ServiceProcess } from '../load/service-process.js';

export type CredentialKind = 'key' | 'jwt';

/** An API key and a token of an identity provider. */
export type Credentials = Readonly<Record<CredentialKind, string>>;

/** A service and its floor on databases with the same memories, each in a process of its own. */
export interface Bed {
  readonly tenant: string;
  /** What a client of the tenant can show. */
  readonly credentials: Credentials;
  readonly service: ServiceProcess;
  /** Absent where the service is looked at alone, or beside another commit's. */
  readonly floor: FloorProcess | undefined;
  /** Where the service's records are, as the role that owns them; undefined where only the service can look. */
  readonly databaseUrl: string | undefined;
  /** How the memories came in, where the command line brought them in. */
  readonly imported: ImportFigures | undefined;
  /** Ends the processes and removes what they stored. */
  close(): Promise<void>;
}

export interface BedOptions {
  /** Folder of the build that is run. */
  readonly built: string;
  /** Whether vectors are kept in the Qdrant of TEST_QDRANT_URL. */
  readonly qdrant: boolean;
  /** Flags of Node for the service. */
  readonly flags: readonly string[];
  readonly withFloor: boolean;
}
