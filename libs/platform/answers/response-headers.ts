import type { ApiResponseOptions } from '@nestjs/swagger';

type Headers = NonNullable<ApiResponseOptions['headers']>;

const count = (description: string, example: number, minimum = 0): Headers[string] => ({
  description,
  schema: { type: 'integer', minimum, example },
});

/** The headers of responses as the OpenAPI document has them, each published once: components.headers. */
export const RESPONSE_HEADERS: Headers = {
  'X-Request-Id': {
    description: 'The same as metadata.request_id',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,128}$', example: 'req_01m7ydf6jdfzy8584x9qdvy38q' },
  },
  'X-RateLimit-Limit': count('Requests that a full bucket holds', 12_000),
  'X-RateLimit-Remaining': count('Requests left in the bucket', 11_998),
  'X-RateLimit-Reset': count('Unix time in seconds at which the bucket is full again', 1_795_287_751),
  'X-RateLimit-Retry-After': count('Seconds to wait', 6, 1),
  'Retry-After': count('The same as X-RateLimit-Retry-After', 6, 1),
  ETag: {
    description: 'Version of the memory. Send it as If-Match to change only this version',
    schema: { type: 'string', pattern: '^"v[1-9][0-9]{0,14}"$', example: '"v1"' },
  },
  'Idempotency-Replayed': {
    description: 'Only if the request was not carried out again: this is the first response to its Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
};

const EVERY_RESPONSE = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** Those that every response has, and these, as references. */
export function headersNamed(...more: string[]): Headers {
  const names = [...EVERY_RESPONSE, ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
