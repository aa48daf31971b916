import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath, type ApiResponseOptions } from '@nestjs/swagger';
import { ALSO_DURING_ERASURE, ALSO_OUT_OF_CALLS } from '../auth/call-metadata.js';
import type { ErrorKind } from '../errors/domain-error.js';
import { ERROR_RESPONSES } from '../errors/error-responses.js';
import { NDJSON } from './ndjson.constants.js';
import { EnvelopeMetadataDto, ErrorEnvelopeDto } from './envelope.dto.js';

export interface AnswerOptions {
  /** Default 200. */
  readonly status?: 200 | 201 | 202;
  readonly description: string;
  /** Where the route may answer another status with the same data: when it does. */
  readonly also?: { readonly status: 201 | 202; readonly description: string };
  /** Failures of this route beside those that every route has. */
  readonly errors?: readonly ErrorKind[];
  /** Who may call: anyone, any valid credential, or (default) a credential with the scope. */
  readonly access?: Access;
  /** Whether the route is open also where the plan's calls of the month are used up. */
  readonly alsoOutOfCalls?: boolean;
  /** Whether the route is open also while the tenant is being erased; such a call is not counted, and makes no tenant. */
  readonly alsoDuringErasure?: boolean;
  /** Whether the response carries the resource's version as ETag. */
  readonly etag?: boolean;
  /** Whether the route is @Idempotent(), and so answers a repeated request with the first answer. */
  readonly idempotent?: boolean;
}

type Access = 'public' | 'credential' | 'scope';

/** What every route can answer, by who may call it. A user's token may need the identity provider, which may be down. */
const ANYONE: readonly ErrorKind[] = ['validation', 'database', 'internal'];
const CALLER: readonly ErrorKind[] = [
  ...ANYONE,
  'authRequired',
  'authInvalid',
  'tenantErased',
  'rateLimited',
  'externalService',
];
const COMMON: Readonly<Record<Access, readonly ErrorKind[]>> = {
  public: ANYONE,
  credential: CALLER,
  scope: [...CALLER, 'insufficientScope'],
};

type HeaderObject = NonNullable<NonNullable<ApiResponseOptions['headers']>[string]>;

const integerHeader = (description: string): HeaderObject => ({ description, schema: { type: 'integer' } });

const EVERY_ANSWER: Record<string, HeaderObject> = {
  'X-Request-Id': { description: 'Same as metadata.request_id', schema: { type: 'string' } },
  'X-RateLimit-Limit': integerHeader('Requests that a full bucket holds'),
  'X-RateLimit-Remaining': integerHeader('Requests left in it'),
  'X-RateLimit-Reset': integerHeader('Unix time in seconds at which it is full again'),
};
const REFUSED: Record<string, HeaderObject> = {
  'X-RateLimit-Retry-After': integerHeader('Seconds to wait, at least 1'),
  'Retry-After': integerHeader('The same'),
};

const ETAG: Record<string, HeaderObject> = {
  ETag: { description: 'Version of the memory', schema: { type: 'string' } },
};
const REPLAYED: Record<string, HeaderObject> = {
  'Idempotency-Replayed': {
    description: 'Only where the request was not carried out again: this is the first answer to its Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** The route's status, and in the OpenAPI document its data inside the envelope and its failures. */
export function Answers(data: Type, options: AnswerOptions): MethodDecorator {
  const { status = 200, description, also, alsoOutOfCalls = false } = options;
  return applyDecorators(
    HttpCode(status),
    ApiExtraModels(data, EnvelopeMetadataDto, ErrorEnvelopeDto),
    success(data, options, status, description),
    ...(also === undefined ? [] : [success(data, options, also.status, also.description)]),
    SetMetadata(ALSO_OUT_OF_CALLS, alsoOutOfCalls),
    SetMetadata(ALSO_DURING_ERASURE, options.alsoDuringErasure === true),
    ...errorResponses(failuresOf(options)),
  );
}

function success(data: Type, options: AnswerOptions, status: number, description: string): MethodDecorator {
  return ApiResponse({
    status,
    description,
    headers: {
      ...EVERY_ANSWER,
      ...(options.etag === true ? ETAG : {}),
      ...(options.idempotent === true ? REPLAYED : {}),
    },
    schema: {
      type: 'object',
      required: ['success', 'data', 'metadata'],
      properties: {
        success: { type: 'boolean', enum: [true] },
        data: { $ref: getSchemaPath(data) },
        metadata: { $ref: getSchemaPath(EnvelopeMetadataDto) },
      },
    },
  });
}

function failuresOf({ access = 'scope', alsoOutOfCalls, alsoDuringErasure, errors = [] }: AnswerOptions): ErrorKind[] {
  const charged = access === 'scope' && alsoOutOfCalls !== true && alsoDuringErasure !== true;
  const common = COMMON[access].filter((kind) => kind !== 'tenantErased' || alsoDuringErasure !== true);
  return [...common, ...(charged ? (['insufficientQuota'] as const) : []), ...errors];
}

/** A route that answers with a stream of records, a line each; failures are envelopes all the same. */
export function AnswersNdjson(record: Type, options: Pick<AnswerOptions, 'description' | 'errors'>): MethodDecorator {
  return applyDecorators(
    HttpCode(200),
    ApiExtraModels(record, ErrorEnvelopeDto),
    ApiResponse({
      status: 200,
      description: options.description,
      headers: EVERY_ANSWER,
      content: { [NDJSON]: { schema: { $ref: getSchemaPath(record) } } },
    }),
    ...errorResponses(failuresOf(options)),
  );
}

/** One entry a status, naming every code that it can carry. */
function errorResponses(kinds: readonly ErrorKind[]): MethodDecorator[] {
  const codes = new Map<number, string[]>();
  for (const kind of kinds) {
    const { code, status } = ERROR_RESPONSES[kind];
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return [...codes].map(([status, names]) => {
    const description = [...new Set(names)].join(', ');
    const headers = status === 429 ? { ...EVERY_ANSWER, ...REFUSED } : EVERY_ANSWER;
    return ApiResponse({ status, description, headers, schema: { $ref: getSchemaPath(ErrorEnvelopeDto) } });
  });
}
