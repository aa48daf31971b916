import type { MemoryRecord } from '../../generated/types.gen.js';
import { contentParts } from './content-parts.js';
import { digestOf } from './digest.js';
import type { Draft } from './draft.js';
import type { Notes } from './import-notes.js';
import { fittedOwners } from './record-owners.js';
import { isUnreadable, momentOf } from './moments.js';
import { fittedMetadata } from './record-metadata.js';
import { shortened, storable } from './storable-text.js';

const MAX_TAGS = 50;
const MAX_TAG = 64;
const MAX_EXTERNAL_ID = 255;
const MAX_LINKS = 50;
/** Of the metadata: times, in any form of one. */
const TIMES = ['occurredAt', 'occurredUntil', 'invalidAt'];

/**
 * What a draft is stored as: one record, or one for each part of a text that is too long for one.
 * @param source of the dump; each external id begins with it
 */
export async function recordsOf(source: string, draft: Draft, notes: Notes): Promise<MemoryRecord[]> {
  const content = storable(draft.content);
  if (content.trim() === '') {
    notes.skipped('no text');
    return [];
  }
  const expiresAt = momentOf(draft.expiresAt);
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()) {
    notes.skipped('expired');
    return [];
  }
  noteTimes(draft, notes);
  const fields = { ...timesOf(draft), ...(expiresAt !== undefined && { expiresAt }) };
  const own = {
    importedFrom: source,
    ...(await fittedOwners(draft.metadata ?? {}, notes)),
    ...Object.fromEntries(TIMES.map((name) => [name, momentOf(draft.metadata?.[name])])),
    causedBy: await linksTo(source, draft),
  };
  const { nameBy = [content, fields.createdAt] } = draft;
  const id =
    draft.id === undefined
      ? `sha256:${await digestOf(JSON.stringify([...nameBy, ...ownersOf(draft)]))}`
      : `${userPrefix(draft)}${draft.id}`;
  const parts = contentParts(content);
  return Promise.all(
    parts.map(async (part, i) => {
      const place = parts.length === 1 ? {} : { part: i + 1, parts: parts.length };
      const { metadata, isShortened } = fittedMetadata({ ...own, ...place }, draft.foreign ?? {});
      if (isShortened) notes.changed('metadata of more than 16 KiB');
      return {
        content: part,
        type: draft.type,
        ...importanceOf(draft),
        ...tagsOf(draft, notes),
        metadata,
        ...fields,
        externalId: await externalId(parts.length === 1 ? `${source}:${id}` : `${source}:${id}#${i + 1}`),
      };
    }),
  );
}

async function linksTo(source: string, draft: Draft): Promise<string[] | undefined> {
  const { causedBy: ids } = draft;
  if (ids === undefined || ids.length === 0) return undefined;
  return Promise.all(ids.slice(0, MAX_LINKS).map((id) => externalId(`${source}:${userPrefix(draft)}${id}`)));
}

/** What makes an id that is a name that of one user. */
function userPrefix({ idOfUser, metadata }: Draft): string {
  const userId = metadata?.['userId'];
  return idOfUser === true && typeof userId === 'string' ? `${encodeURIComponent(storable(userId))}/` : '';
}

/** Whose memory it is: the same words of another user or conversation are another memory. */
function ownersOf({ metadata = {} }: Draft): unknown[] {
  const { userId, agentId, sessionId, projectId } = metadata;
  return [userId, agentId, sessionId, projectId];
}

/** Without a time that can be read, a memory has that of its import. */
function noteTimes({ createdAt, updatedAt, expiresAt, metadata }: Draft, notes: Notes): void {
  const times = [createdAt, updatedAt, expiresAt, ...TIMES.map((name) => metadata?.[name])];
  if (times.some(isUnreadable)) notes.changed('a time that cannot be read');
}

function timesOf({ createdAt, updatedAt }: Draft): Pick<MemoryRecord, 'createdAt' | 'updatedAt'> {
  const created = momentOf(createdAt);
  const updated = momentOf(updatedAt);
  if (created === undefined) return {};
  return { createdAt: created, ...(updated !== undefined && updated > created && { updatedAt: updated }) };
}

function importanceOf({ importance }: Draft): Pick<MemoryRecord, 'importance'> {
  return typeof importance === 'number' && Number.isFinite(importance)
    ? { importance: Math.min(1, Math.max(0, importance)) }
    : {};
}

function tagsOf({ tags = [] }: Draft, notes: Notes): Pick<MemoryRecord, 'tags'> {
  const texts = tags.filter((tag) => typeof tag === 'string').map((tag) => storable(tag).normalize('NFC').trim());
  const short = texts.map((tag) => shortened(tag, MAX_TAG));
  const all = [...new Set(short.filter((tag) => tag !== ''))];
  if (texts.some((tag, i) => tag !== short[i])) notes.changed(`a tag of more than ${MAX_TAG} characters`);
  if (all.length > MAX_TAGS) notes.changed(`more than ${MAX_TAGS} tags`);
  return all.length === 0 ? {} : { tags: all.slice(0, MAX_TAGS) };
}

/** A name that the service would refuse is replaced by its digest, which is as stable. */
async function externalId(name: string): Promise<string> {
  const fits = name.length <= MAX_EXTERNAL_ID && storable(name) === name;
  return fits ? name : `${name.slice(0, name.indexOf(':'))}:sha256:${await digestOf(name)}`;
}
