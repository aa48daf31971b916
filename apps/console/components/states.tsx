import type { ComponentChildren, VNode } from 'preact';
import { ConnectionError, MnemeError, ValidationError } from '@mneme/client';
import type { Resource } from '../data/resource.js';
import { Icon, type IconName } from './icons.js';
import { Text } from './text.js';

/** Something is on its way. */
export function Loading({ what }: { readonly what: string }): VNode {
  return (
    <p class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      Loading {what}…
    </p>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly icon?: IconName;
  /** What the reader can do. */
  readonly children?: ComponentChildren;
}

/** There is nothing, and that is no error. */
export function Empty({ title, icon = 'empty', children }: EmptyProps): VNode {
  return (
    <div class="empty">
      <Icon name={icon} />
      <p class="empty-title">{title}</p>
      {children !== undefined && <div class="empty-text">{children}</div>}
    </div>
  );
}

interface FailureProps {
  readonly error: unknown;
  /** Offered unless another try would be refused for the same reason. */
  readonly retry?: (() => void) | undefined;
}

/** What failed, as the service says it: message, code, fields, and the id that its log has. */
export function Failure({ error, retry }: FailureProps): VNode {
  return (
    <div class="failure" role="alert">
      <Icon name="alert" />
      <div class="failure-body">
        <FailureText error={error} />
        {retry !== undefined && !(error instanceof ValidationError) && (
          <button type="button" class="button" onClick={retry}>
            Try again
          </button>
        )}
      </div>
    </div>
  );
}

function FailureText({ error }: { readonly error: unknown }): VNode {
  if (!(error instanceof MnemeError)) {
    return (
      <p class="failure-message">
        <Text text={error instanceof Error ? error.message : String(error)} />
      </p>
    );
  }
  const isAway = error instanceof ConnectionError;
  const message = isAway ? 'The service does not respond. Is it running, and are you connected to it?' : error.message;
  const items = error.errors.length > 0 ? error.errors : [{ message, field: undefined }];
  return (
    <>
      {items.map(({ message, field }) => (
        <p class="failure-message">
          {field !== undefined && !message.startsWith(`${field} `) && (
            <>
              <code>
                <Text text={field} />
              </code>{' '}
            </>
          )}
          <Text text={message} />
        </p>
      ))}
      <p class="failure-details">
        {isAway && <Text text={error.message} />}
        {error.code !== undefined && <code>{error.code}</code>}
        {error.requestId !== undefined && (
          <span>
            Request <code>{error.requestId}</code>
          </span>
        )}
      </p>
    </>
  );
}

interface ShownProps<T> {
  readonly of: Resource<T>;
  /** Names it while it loads. */
  readonly what: string;
  readonly children: (data: T) => ComponentChildren;
}

/** What was loaded, or that it is loading, or why it failed with a way to try again. */
export function Shown<T>({ of: { state, reload }, what, children }: ShownProps<T>): VNode {
  const { data, error } = state.value;
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <Loading what={what} />;
  return <>{children(data)}</>;
}
