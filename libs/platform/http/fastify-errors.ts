import { HttpException } from '@nestjs/common';
import { DomainError, type ErrorKind } from '../errors/domain-error.js';

const KIND_OF_STATUS: Readonly<Record<number, ErrorKind>> = {
  400: 'validation',
  404: 'notFound',
  413: 'payloadTooLarge',
  414: 'validation',
  415: 'unsupportedMediaType',
};

const MESSAGE_OF_KIND: Partial<Record<ErrorKind, string>> = {
  payloadTooLarge: 'the body must have at most 1 MiB',
  unsupportedMediaType: 'the body must be JSON (Content-Type: application/json)',
};

/** A refusal of the HTTP layer before any of our code ran (a broken body, a bad path), as one of ours. */
export function fromFastifyError(error: unknown): DomainError | undefined {
  const kind = KIND_OF_STATUS[statusOf(error) ?? 500];
  if (kind === undefined || !(error instanceof Error)) return undefined;
  return new DomainError(kind, [{ message: MESSAGE_OF_KIND[kind] ?? error.message }]);
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}
