/** The scopes of the published interface, whichever features run. */
const BASE_SCOPES = [
  'read:memories',
  'write:memories',
  'read:intelligence',
  'write:webhooks',
  'manage:keys',
  'read:usage',
];

/** What a key gets that is created without scopes. */
export const DEFAULT_SCOPES = ['read:memories', 'write:memories'];

/** Every scope that there is: those of the interface, and those that features declare. */
export class ScopeRegistry {
  readonly all: ReadonlySet<string>;

  constructor(declared: readonly string[]) {
    this.all = new Set([...BASE_SCOPES, ...declared]);
  }
}
