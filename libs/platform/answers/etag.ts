import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error.js';
import { Answer, type AnswerParts } from './answer.js';

/** One entity tag as RFC 9110 has it. */
const ENTITY_TAG = /^(W\/)?"[\x21\x23-\x7e]*"$/;
/** `*` or such a tag, in what every dialect of regular expressions has. */
const PUBLISHED_PATTERN = '^(\\*|(W/)?"[!#-~]*")$';
/** As `Tagged` writes it: another spelling of the same number is another tag. */
const ETAG = /^"v([1-9]\d{0,14})"$/;

/** Data of a response together with the version of the resource, sent as its ETag. */
export class Tagged<T> extends Answer<T> {
  constructor(data: T, version: number, parts: AnswerParts = {}) {
    super(data, { ...parts, etag: `"v${version}"` });
  }
}

/** A route that takes If-Match, for the OpenAPI document. */
export const TakesIfMatch = (): MethodDecorator =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    schema: { type: 'string', pattern: PUBLISHED_PATTERN },
    example: '*',
    description:
      'The `ETag` of the version to change, or `*` for any. If the memory has another version, the response is 412',
  });

/**
 * The version that If-Match names; undefined where the header is missing or `*`.
 * A tag that no resource of ours can have never matches: it is version 0.
 */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): number | undefined => {
  return ifMatchVersion(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']);
});

/** As `IfMatch`, for a route that creates where nothing is: `any` for `*`, which means only what is there. */
export const IfMatchOrAny = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const header = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
  return header?.trim() === '*' ? 'any' : ifMatchVersion(header);
});

/** @throws DomainError validation where the header is no entity tag */
function ifMatchVersion(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const tag = header.trim();
  if (!ENTITY_TAG.test(tag)) {
    throw DomainError.validation('If-Match must hold one entity tag as an earlier ETag said it, or *', 'If-Match');
  }
  return Number(ETAG.exec(tag)?.[1] ?? 0);
}
