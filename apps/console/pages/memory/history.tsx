import type { Author, MemoryVersion } from '@mneme/client';
import type { VNode } from 'preact';
import { Icon } from '../../components/icons.js';
import { Section } from '../../components/page.js';
import { Failure, Loading } from '../../components/states.js';
import { Text } from '../../components/text.js';
import { Time } from '../../components/time.js';
import type { Changes, Versioned } from '../../data/memories.js';
import { usePagedList } from '../../data/pages.js';
import { mneme } from '../../session/session.js';
import { visible } from '../../text/visible.js';
import { changedFields, changesBetween, draftOf } from './draft.js';
import { ChangedField } from './field-diff.js';

const PAGE_SIZE = 10;

interface HistoryProps {
  readonly version: Versioned;
  /** Makes the memory what it was; undefined: the reader may not. */
  readonly restore: ((changes: Changes) => void) | undefined;
}

/** The versions of a memory, newest first, each with what it changed. */
export function History({ version: { memory }, restore }: HistoryProps): VNode {
  const list = usePagedList<MemoryVersion>(memory.id, async (cursor, signal) => {
    const params = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
    const { versions, nextCursor } = await mneme().memories.history.list(memory.id, params, { signal }).page();
    return { items: versions, cursor: nextCursor ?? undefined, total: undefined };
  });
  const { items, isLoading, hasMore, error } = list.state.value;
  const now = draftOf(memory);
  return (
    <Section title="History">
      {items.length === 1 && !hasMore && <p class="hint">This memory was never changed.</p>}
      {(items.length > 1 || hasMore) && (
        <ol class="history">
          {items.map((version, i) => (
            <Version
              key={version.version}
              version={version}
              before={items[i + 1]}
              restore={i > 0 && restore ? () => restore(changesBetween(now, draftOf(version))) : undefined}
            />
          ))}
        </ol>
      )}
      {isLoading && <Loading what="the history" />}
      {error !== undefined && <Failure error={error} retry={list.loadMore} />}
      {hasMore && !isLoading && error === undefined && (
        <button type="button" class="button" onClick={list.loadMore}>
          Earlier versions
        </button>
      )}
    </Section>
  );
}

interface VersionProps {
  readonly version: MemoryVersion;
  /** The one that it replaced; undefined where it is not kept, or not read yet. */
  readonly before: MemoryVersion | undefined;
  readonly restore: (() => void) | undefined;
}

function Version({ version, before, restore }: VersionProps): VNode {
  const changed = before === undefined ? [] : changedFields(draftOf(before), draftOf(version));
  return (
    <li class="version">
      <div class="version-head">
        <strong>Version {version.version}</strong>
        <Time iso={version.updatedAt} />
        <span class="author">{authorOf(version.writtenBy)}</span>
        {restore !== undefined && (
          <button type="button" class="link-button" onClick={restore}>
            <Icon name="undo" /> Restore
          </button>
        )}
      </div>
      {before !== undefined && changed.length === 0 && <p class="hint">Nothing was changed.</p>}
      {before === undefined && (
        <p class="hint">{version.version === 1 ? 'Created.' : 'The version before is not shown.'}</p>
      )}
      {before !== undefined &&
        changed.map((name) => (
          <ChangedField key={name} name={name} before={draftOf(before)} after={draftOf(version)} />
        ))}
    </li>
  );
}

function authorOf(author: Author | null): VNode {
  if (author === null) return <>by the service</>;
  return (
    <span title={visible(author.id)}>
      by {author.type === 'user' && 'user '}
      <Text text={shortId(author.id)} />
    </span>
  );
}

/** The ends of a long one: keys of the same day begin alike. */
function shortId(id: string): string {
  const characters = [...id];
  return characters.length <= 16 ? id : `${characters.slice(0, 8).join('')}…${characters.slice(-4).join('')}`;
}
