import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Body = Buffer | Readable;

/** A text that never changes while the process runs, in the forms that a client may accept. */
export interface ServedContent {
  readonly type: string;
  /** Of the text, in hexadecimal digits. */
  readonly hash: string;
  readonly br: () => Body;
  readonly gzip: () => Body;
  readonly identity: () => Body;
}

/** Small or rarely fetched: compressed when it is first asked for, in the thread pool, at a level that takes few milliseconds. */
export async function contentOf(type: string, text: string | Buffer): Promise<ServedContent> {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzip)(plain)]);
  return { type, hash: hashOf(plain), br: () => br, gzip: () => zipped, identity: () => plain };
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** Sends the smallest form that the client accepts; 304 where the client has it. */
export function sendContent(request: FastifyRequest, reply: FastifyReply, content: ServedContent): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding']);
  // The forms differ byte for byte, so each has an entity tag of its own.
  const etag = `"${content.hash}-${encoding}"`;
  void reply.header('etag', etag).header('vary', 'Accept-Encoding');
  if (request.headers['if-none-match']?.split(/,\s*/).includes(etag) === true) return reply.code(304).send();
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.type(content.type).send(content[encoding]());
}

/** Of `br;q=1, gzip` the first that is served here. A client that refuses one with `q=0` gets another. */
export function encodingFor(accepted = ''): 'br' | 'gzip' | 'identity' {
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*q=/))
    .filter(([, weight = '1']) => Number(weight) > 0)
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((each) => names.includes(each)) ?? 'identity';
}
