import type { ApiKey, ApiKeyStatus } from '@mneme/client';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { KeyCalls } from '../../charts/key-calls.js';
import { Fact, Facts } from '../../components/facts.js';
import { Tags } from '../../components/memory-facts.js';
import { StatusBadge, type Tone } from '../../components/status-badge.js';
import { LongText } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { isOwnKey } from '../../session/session.js';
import { visible } from '../../text/visible.js';

const TONES: Readonly<Record<ApiKeyStatus, Tone>> = { active: 'good', expired: 'off', revoked: 'off' };
const NAME_LENGTH = 80;

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly onRotate: () => void;
  readonly onRevoke: () => void;
}

/** A key: what it is for, what it can do, and what can be done with it. */
export function KeyRow({ apiKey, onRotate, onRevoke }: KeyRowProps): VNode {
  const { id, name, keyPrefix, environment, scopes, status } = apiKey;
  const isOpen = useSignal(false);
  const short = visible(name.slice(0, NAME_LENGTH));
  return (
    <li class={`record${status === 'active' ? '' : ' is-off'}`}>
      <div class="record-head">
        <h2 class="record-title">
          <LongText text={name} length={NAME_LENGTH} />
        </h2>
        <StatusBadge tone={TONES[status]} text={status} />
        {isOwnKey(keyPrefix) && <span class="badge">signed in with it</span>}
        <div class="actions record-actions">
          <button
            type="button"
            class="button"
            aria-expanded={isOpen.value}
            aria-label={`Usage of ${short}`}
            onClick={() => (isOpen.value = !isOpen.value)}
          >
            Usage
          </button>
          {status === 'active' && (
            <>
              <button type="button" class="button" aria-label={`Rotate ${short}`} onClick={onRotate}>
                Rotate
              </button>
              <button type="button" class="button danger" aria-label={`Revoke ${short}`} onClick={onRevoke}>
                Revoke
              </button>
            </>
          )}
        </div>
      </div>
      <div class="record-line">
        <code>{keyPrefix}…</code>
        <span class="hint">{environment}</span>
        <Tags tags={scopes} />
      </div>
      <KeyTimes apiKey={apiKey} />
      {isOpen.value && <KeyCalls keyId={id} />}
    </li>
  );
}

function KeyTimes({ apiKey }: { readonly apiKey: ApiKey }): VNode {
  const { createdAt, lastUsedAt, expiresAt, revokedAt, status } = apiKey;
  return (
    <Facts layout="line">
      <Fact label="Created">
        <Time iso={createdAt} />
      </Fact>
      <Fact label="Last used">{lastUsedAt === null ? 'never' : <Time iso={lastUsedAt} />}</Fact>
      {revokedAt === null ? (
        <Fact label={status === 'expired' ? 'Expired' : 'Expires'}>
          {expiresAt === null ? 'never' : <Time iso={expiresAt} />}
        </Fact>
      ) : (
        <Fact label="Revoked">
          <Time iso={revokedAt} />
        </Fact>
      )}
    </Facts>
  );
}
