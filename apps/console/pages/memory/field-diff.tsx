import type { VNode } from 'preact';
import { Diff } from '../../components/diff.js';
import { Text } from '../../components/text.js';
import { dateTime, decimal } from '../../text/formats.js';
import { FIELDS, textOf, type Draft, type FieldName } from './draft.js';

interface FieldDiffProps {
  readonly name: FieldName;
  readonly before: Draft;
  readonly after: Draft;
}

/** How a field became what it is: texts by their words, the others as a whole. */
export function FieldDiff({ name, before, after }: FieldDiffProps): VNode {
  if (name === 'tags') return <TagsDiff before={before.tags} after={after.tags} />;
  if (name === 'importance' || name === 'expiresAt') {
    return <ValueDiff before={shown(before, name)} after={shown(after, name)} />;
  }
  return <Diff before={textOf(before, name)} after={textOf(after, name)} by={name === 'metadata' ? 'line' : 'word'} />;
}

/** The same, under the name of the field. */
export function ChangedField({ note, ...props }: FieldDiffProps & { readonly note?: string }): VNode {
  const name = FIELDS[props.name];
  return (
    <div class="changed-field">
      <h3>{note === undefined ? name : `${name}: ${note}`}</h3>
      <FieldDiff {...props} />
    </div>
  );
}

function shown({ importance, expiresAt }: Draft, name: 'importance' | 'expiresAt'): string {
  if (name === 'importance') return decimal(importance);
  return expiresAt === '' ? 'never' : dateTime(expiresAt);
}

function ValueDiff({ before, after }: { readonly before: string; readonly after: string }): VNode {
  return (
    <p class="value-diff">
      <del>{before}</del> <span aria-label="to">→</span> <ins>{after}</ins>
    </p>
  );
}

interface TagsDiffProps {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function TagsDiff({ before, after }: TagsDiffProps): VNode {
  const removed = before.filter((tag) => !after.includes(tag));
  return (
    <p class="tags">
      {[...after, ...removed].map((tag) => {
        const text = <Text text={tag} />;
        const isKept = before.includes(tag) && after.includes(tag);
        if (isKept) return <span class="tag">{text}</span>;
        return removed.includes(tag) ? <del class="tag">{text}</del> : <ins class="tag">{text}</ins>;
      })}
    </p>
  );
}
