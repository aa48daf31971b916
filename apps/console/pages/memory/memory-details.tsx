import type { Memory } from '@mneme/client';
import type { ComponentChildren, VNode } from 'preact';
import { CopyButton } from '../../components/copy-button.js';
import { Meter, TagLinks, TypeBadge } from '../../components/memory-facts.js';
import { LongText, Text } from '../../components/text.js';
import { Time } from '../../components/time.js';

const SHOWN_CHARACTERS = 1_200;

/** The fields of a memory. */
export function MemoryDetails({ memory }: { readonly memory: Memory }): VNode {
  const { id, content, type, importance, tags, metadata, createdAt, updatedAt, externalId, expiresAt } = memory;
  return (
    <div class="card memory-card">
      <div class="memory-content">
        <LongText text={content} length={SHOWN_CHARACTERS} />
      </div>
      <dl class="facts">
        <Fact name="Type">
          <TypeBadge type={type} />
        </Fact>
        <Fact name="Importance">
          <Meter label="Importance" value={importance} />
        </Fact>
        <Fact name="Created">
          <Time iso={createdAt} />
        </Fact>
        <Fact name="Changed">
          <Time iso={updatedAt} />
        </Fact>
        {expiresAt !== undefined && (
          <Fact name="Expires">
            <Time iso={expiresAt} />
          </Fact>
        )}
        <Fact name="Id">
          <code>{id}</code>
          <CopyButton text={id} what="id" />
        </Fact>
        {externalId !== undefined && (
          <Fact name="External id">
            <code>
              <Text text={externalId} />
            </code>
          </Fact>
        )}
        {tags.length > 0 && (
          <Fact name="Tags" wide>
            <TagLinks tags={tags} />
          </Fact>
        )}
        {Object.keys(metadata).length > 0 && <Metadata metadata={metadata} />}
      </dl>
    </div>
  );
}

/** It scrolls by itself where it is long, so the keyboard has to reach it. */
function Metadata({ metadata }: Pick<Memory, 'metadata'>): VNode {
  return (
    <Fact name="Metadata" wide>
      <pre class="json" tabIndex={0} role="region" aria-label="Metadata">
        <Text text={JSON.stringify(metadata, null, 2)} />
      </pre>
    </Fact>
  );
}

interface FactProps {
  readonly name: string;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

function Fact({ name, wide = false, children }: FactProps): VNode {
  return (
    <div class={wide ? 'fact wide' : 'fact'}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
