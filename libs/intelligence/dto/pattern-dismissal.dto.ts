import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  Field,
  OPTIONAL_TENANT,
  QueryField,
  RequestBody,
  TENANT,
  tenantIdField,
  text,
} from '@mneme/platform/validation';
import type { PatternDismissal } from '../patterns/pattern-dismissals.repository.js';
import { formatPatternId, PATTERN_ID_SCHEMA } from '../patterns/pattern-id.field.js';

export const SAMPLE_PATTERN_ID = 'pat_sb28ha7dpvv95';

/** Body of POST /intelligence/patterns/{id}/dismiss. */
@RequestBody(
  'Which tenant the pattern is of, and why it is dismissed',
  { tenantId: '00000000-0000-0000-0000-000000000001', reason: 'We know' },
  { name: 'DismissPattern' },
)
export class DismissPatternDto {
  @Field(tenantIdField(), TENANT)
  readonly tenantId: string;

  @Field(text(1, 500), {
    description: 'Why it is dismissed, for your own records',
    required: false,
    example: 'We know',
  })
  readonly reason?: string;
}

/** Query of DELETE /intelligence/patterns/{id}/dismiss. */
export class RestorePatternQuery {
  @QueryField(tenantIdField(), OPTIONAL_TENANT)
  readonly tenantId?: string;
}

/** A pattern that is not reported any more. */
export class PatternDismissalDto {
  @ApiProperty({ ...PATTERN_ID_SCHEMA, example: SAMPLE_PATTERN_ID, description: 'Identifier of the pattern' })
  readonly id: string;

  @ApiProperty({ type: Boolean, enum: [true], description: 'It is dismissed' })
  readonly dismissed: true;

  @ApiProperty({ format: 'date-time', description: 'When it was first dismissed' })
  readonly dismissedAt: string;

  @ApiPropertyOptional({ example: 'We know', description: 'The reason that was given last, if there is one' })
  readonly reason?: string;

  static from({ id, dismissedAt, reason }: PatternDismissal): PatternDismissalDto {
    const when = { dismissed: true, dismissedAt: dismissedAt.toISOString() } as const;
    return { id: formatPatternId(id), ...when, ...(reason !== null && { reason }) };
  }
}

/** A pattern that is reported again wherever it is found. */
export class RestoredPatternDto {
  @ApiProperty({ ...PATTERN_ID_SCHEMA, example: SAMPLE_PATTERN_ID, description: 'Identifier of the pattern' })
  readonly id: string;

  @ApiProperty({ type: Boolean, enum: [false], description: 'It is not dismissed' })
  readonly dismissed: false;
}
