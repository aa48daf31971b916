import { QueryFailedError } from 'typeorm';

/** What a log says of a failure. */
interface LoggedError {
  readonly type: string;
  readonly message?: string;
  /** SQLSTATE, or the system's code. */
  readonly code?: string;
  readonly constraint?: string;
  readonly stack?: string;
}

/** A cause has causes; more of them say nothing that the first ones do not. */
const MAX_CAUSES = 4;
const OWN_PLACE = /[/\\](?:apps|libs)[/\\](?!.*[/\\](?:src|node_modules)[/\\])/;

/**
 * An error without what a client stored: a failed statement carries its parameters, and the database's messages may
 * repeat values, so of those only codes, names and the place are kept.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = framesOf(error);
  const place = frames === undefined ? {} : { stack: frames.join('\n') };
  const refusal = refusalOf(error);
  if (refusal === undefined) {
    return { type: error.name, message: error.message, ...named(error, 'code'), ...place };
  }
  return { type: error.name, ...named(refusal, 'code'), ...named(refusal, 'constraint'), ...place };
}

/**
 * The same in one line, with what is behind it: `DomainError: the database could not …; QueryFailedError 23505
 * outbox_events_pk at OutboxRepository.insert (libs/…:17:5)`. For work that goes on without anybody who waits for it.
 */
export function failureText(error: unknown): string {
  const chain: unknown[] = [error];
  let last = error;
  while (last instanceof Error && refusalOf(last) === undefined && last.cause instanceof Error) {
    last = last.cause;
    if (chain.push(last) === MAX_CAUSES) break;
  }
  const said = chain.map((each) => {
    const { type, message = '', code = '', constraint = '' } = loggedError(each);
    return [message === '' ? type : `${type}: ${message}`, code, constraint].filter((word) => word !== '').join(' ');
  });
  return `${said.join('; ')}${placeOf(last)}`;
}

/** The error of the database, however it is wrapped: its message must not be repeated. */
function refusalOf(error: Error): unknown {
  if (error instanceof QueryFailedError) return error.driverError;
  return 'severity' in error ? error : undefined;
}

function framesOf(error: Error): string[] | undefined {
  return error.stack?.split('\n').filter((line) => line.startsWith('    at '));
}

/** The first place in our own code, before which stand those of Node.js and of packages, some under mapped names. */
function placeOf(error: unknown): string {
  const frames = error instanceof Error ? (framesOf(error) ?? []) : [];
  const own = frames.find((frame) => OWN_PLACE.test(frame));
  return own === undefined ? '' : ` ${own.trim()}`;
}

function named(source: unknown, name: 'code' | 'constraint'): Partial<Record<typeof name, string>> {
  if (typeof source !== 'object' || source === null || !(name in source)) return {};
  const value = (source as Record<string, unknown>)[name];
  return typeof value === 'string' ? { [name]: value } : {};
}
