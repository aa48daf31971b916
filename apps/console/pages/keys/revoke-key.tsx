import type { ApiKey } from '@mneme/client';
import type { VNode } from 'preact';
import { Question } from '../../components/question.js';
import { Beginning } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { useAction } from '../../data/action.js';
import { isOwnKey, mneme, signOut } from '../../session/session.js';

interface RevokeKeyProps {
  readonly apiKey: ApiKey;
  readonly onRevoked: () => void;
  readonly onClose: () => void;
}

/** Asks, naming the key, and revokes it for good. */
export function RevokeKey({ apiKey: { id, name, keyPrefix, lastUsedAt }, onRevoked, onClose }: RevokeKeyProps): VNode {
  const isOwn = isOwnKey(keyPrefix);
  const { run, isRunning, error } = useAction(async () => {
    await mneme().apiKeys.revoke(id);
    if (isOwn) signOut('You revoked the key that you were signed in with.');
    else onRevoked();
  });
  return (
    <Question
      title="Revoke this key?"
      onClose={onClose}
      confirm="Revoke key"
      confirming="Revoking…"
      isDangerous
      isBusy={isRunning.value}
      error={error.value}
      onConfirm={() => void run()}
    >
      <blockquote>
        <strong>
          <Beginning text={name} length={120} />
        </strong>
        <br />
        <code>{keyPrefix}…</code>
      </blockquote>
      <p>
        Requests with it are refused within seconds. This cannot be undone.{' '}
        {lastUsedAt === null ? (
          'It was never used.'
        ) : (
          <>
            It was last used on <Time iso={lastUsedAt} />.
          </>
        )}
      </p>
      {isOwn && <p class="notice">You are signed in with this key. Revoking it signs you out.</p>}
    </Question>
  );
}
