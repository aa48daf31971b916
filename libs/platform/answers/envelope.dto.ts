import { ApiProperty } from '@nestjs/swagger';

/** The envelope's parts as the OpenAPI document shows them. */
export class WarningDto {
  @ApiProperty({ example: 'PLAIN_KEY_SHOWN_ONCE' })
  readonly code: string;

  @ApiProperty()
  readonly message: string;
}

export class EnvelopeMetadataDto {
  @ApiProperty({ description: 'Names the request in logs; the same as the header X-Request-Id' })
  readonly request_id: string;

  @ApiProperty({ format: 'date-time' })
  readonly timestamp: string;

  @ApiProperty({ enum: ['v1'] })
  readonly version: 'v1';

  @ApiProperty({
    enum: ['pending'],
    required: false,
    description: 'On the answer to a write: it is stored, and will be found a little later',
  })
  readonly indexing?: 'pending';

  @ApiProperty({ type: [WarningDto], required: false, description: 'What to know although the request succeeded' })
  readonly warnings?: readonly WarningDto[];
}

export class ErrorItemDto {
  @ApiProperty({ example: 'VALIDATION_ERROR' })
  readonly code: string;

  @ApiProperty({ example: 'tags[3] must be a text of 1 to 64 characters' })
  readonly message: string;

  @ApiProperty({ required: false, example: 'tags[3]', description: 'Path of the offending field' })
  readonly field?: string;
}

export class ErrorEnvelopeDto {
  @ApiProperty({ enum: [false] })
  readonly success: false;

  @ApiProperty({ type: [ErrorItemDto] })
  readonly errors: readonly ErrorItemDto[];

  @ApiProperty()
  readonly metadata: EnvelopeMetadataDto;
}
