import { digestOf } from './digest.js';
import type { Notes } from './import-notes.js';
import type { Metadata } from './record-metadata.js';
import { shortened, storable } from './storable-text.js';

/** Whose a memory is, and of what: what searches are filtered by. */
const OWNERS = ['userId', 'agentId', 'appId', 'projectId', 'sessionId'];
/** The longest value that a filter takes, in code points. */
const MAX_OWNER = 128;

/** Metadata in which a name that no filter could find is replaced by its digest, which is as stable. */
export async function fittedOwners(metadata: Metadata, notes: Notes): Promise<Metadata> {
  const fitted: Metadata = { ...metadata };
  for (const key of OWNERS) {
    const value = fitted[key];
    if (typeof value !== 'string') continue;
    const name = storable(value).normalize('NFC');
    if (shortened(name, MAX_OWNER) === name) continue;
    fitted[key] = `sha256:${await digestOf(name)}`;
    notes.changed(`${key} of more than ${MAX_OWNER} characters`);
  }
  return fitted;
}
