import { ApiProperty } from '@nestjs/swagger';
import { ERROR_RESPONSES } from '../errors/error-responses.js';
import { oneOf } from '../validation/field-types.js';
import { named } from '../validation/published.js';

/** Every code that a response can carry: what ends with the connection reaches the log alone. */
const CODES = [...new Set(Object.values(ERROR_RESPONSES).map(({ code }) => code))].filter(
  (code) => code !== 'CLIENT_CLOSED_REQUEST',
);
const errorCode = named('ErrorCode', 'Names a kind of failure. Handle errors by it.', oneOf(CODES));

/** The envelope's parts as the OpenAPI document shows them. */
export class WarningDto {
  @ApiProperty({ example: 'PLAIN_KEY_SHOWN_ONCE', description: 'Names the warning, in capitals with underscores' })
  readonly code: string;

  @ApiProperty({
    example: 'the embedding model does not answer; memories were found by words alone',
    description: 'The warning in English; can change',
  })
  readonly message: string;
}

export class EnvelopeMetadataDto {
  @ApiProperty({
    example: 'req_01m7ydf6jdfzy8584x9qdvy38q',
    description: 'Names the request in logs; the same as the header X-Request-Id',
  })
  readonly request_id: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T06:42:30.624Z', description: 'When the response was made' })
  readonly timestamp: string;

  @ApiProperty({ enum: ['v1'], description: 'Version of the API' })
  readonly version: 'v1';

  @ApiProperty({
    enum: ['pending'],
    required: false,
    description: 'The write is stored, but search does not find it yet',
  })
  readonly indexing?: 'pending';

  @ApiProperty({ type: [WarningDto], required: false, description: 'What to know about a request that succeeded' })
  readonly warnings?: readonly WarningDto[];
}

export class ErrorItemDto {
  @ApiProperty({ ...errorCode.schema, example: 'VALIDATION_ERROR', description: 'Kind of the error' })
  readonly code: string;

  @ApiProperty({
    example: 'tags[3] must be a text of 1 to 64 characters',
    description: 'The error in English; can change',
  })
  readonly message: string;

  @ApiProperty({ required: false, example: 'tags[3]', description: 'Path of the field in the request' })
  readonly field?: string;
}

export class ErrorEnvelopeDto {
  @ApiProperty({ type: Boolean, enum: [false], description: 'The request failed' })
  readonly success: false;

  @ApiProperty({ type: [ErrorItemDto], minItems: 1, maxItems: 100, description: 'One entry for each error' })
  readonly errors: readonly ErrorItemDto[];

  @ApiProperty({ description: 'About the response' })
  readonly metadata: EnvelopeMetadataDto;
}
