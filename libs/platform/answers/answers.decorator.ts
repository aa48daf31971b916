import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ALSO_DURING_ERASURE, ALSO_OUT_OF_CALLS } from '../auth/call-metadata.js';
import { DomainError, type ErrorKind } from '../errors/domain-error.js';
import { ERROR_RESPONSES } from '../errors/error-responses.js';
import { errorExamples } from './error-examples.js';
import { headersNamed } from './response-headers.js';
import { NDJSON } from './ndjson.constants.js';
import { EnvelopeMetadataDto, ErrorEnvelopeDto } from './envelope.dto.js';

export interface AnswerOptions {
  /** Default 200. */
  readonly status?: 200 | 201 | 202;
  readonly description: string;
  /** Where the route may answer another status with the same data: when it does. */
  readonly also?: { readonly status: 201 | 202; readonly description: string };
  /** Failures of this route beside those that every route has. */
  readonly errors?: readonly DocumentedError[];
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

/** A kind of failure, or one that the route really has, with its message: the document shows it as the example. */
type DocumentedError = ErrorKind | DomainError;

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
    headers: headersNamed(
      ...(options.etag === true ? ['ETag'] : []),
      ...(options.idempotent === true ? ['Idempotency-Replayed'] : []),
    ),
    schema: {
      type: 'object',
      required: ['success', 'data', 'metadata'],
      properties: {
        success: { type: 'boolean', enum: [true], description: 'The request succeeded' },
        data: { $ref: getSchemaPath(data) },
        metadata: { $ref: getSchemaPath(EnvelopeMetadataDto) },
      },
    },
  });
}

function failuresOf({
  access = 'scope',
  alsoOutOfCalls,
  alsoDuringErasure,
  errors = [],
}: AnswerOptions): DocumentedError[] {
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
      headers: headersNamed(),
      content: { [NDJSON]: { schema: { $ref: getSchemaPath(record) } } },
    }),
    ...errorResponses(failuresOf(options)),
  );
}

/** One entry a status, naming every code that it can carry, with an example of each. */
function errorResponses(errors: readonly DocumentedError[]): MethodDecorator[] {
  const byStatus = new Map<number, DocumentedError[]>();
  for (const error of errors) {
    const { status } = ERROR_RESPONSES[kindOf(error)];
    byStatus.set(status, [...(byStatus.get(status) ?? []), error]);
  }
  return [...byStatus].map(([status, failures]) => {
    const codes = failures.map((failure) => ERROR_RESPONSES[kindOf(failure)].code);
    return ApiResponse({
      status,
      description: [...new Set(codes)].join(', '),
      headers: headersNamed(...(status === 429 ? ['X-RateLimit-Retry-After', 'Retry-After'] : [])),
      content: {
        'application/json': { schema: { $ref: getSchemaPath(ErrorEnvelopeDto) }, examples: errorExamples(failures) },
      },
    });
  });
}

function kindOf(error: DocumentedError): ErrorKind {
  return error instanceof DomainError ? error.kind : error;
}
