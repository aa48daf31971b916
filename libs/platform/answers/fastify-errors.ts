import { HttpException } from '@nestjs/common';
import { DomainError, type ErrorKind } from '../errors/domain-error.js';

/** What is not named here and is the client's fault is `validation`. */
const KIND_OF_STATUS: Readonly<Record<number, ErrorKind>> = {
  // Only what serves files answers 403, for a path that leads out of its folder or is spelled oddly: it shows no file.
  403: 'notFound',
  404: 'notFound',
  405: 'notFound',
  412: 'preconditionFailed',
  413: 'payloadTooLarge',
  415: 'unsupportedMediaType',
};

const MESSAGE_OF_KIND: Partial<Record<ErrorKind, string>> = {
  notFound: 'route not found',
  payloadTooLarge: 'the body must have at most 1 MiB',
  unsupportedMediaType: 'the body must be JSON (Content-Type: application/json)',
};

/** A refusal of the HTTP layer where none of our code ran (a broken body, a bad path, a file), as one of ours. */
export function fromFastifyError(error: unknown): DomainError | undefined {
  const status = statusOf(error) ?? 500;
  if (status < 400 || status >= 500 || !(error instanceof Error)) return undefined;
  const kind = KIND_OF_STATUS[status] ?? 'validation';
  return new DomainError(kind, [{ message: MESSAGE_OF_KIND[kind] ?? error.message }]);
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}
