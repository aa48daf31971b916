import { metadataFilter, type MetadataFilter } from '@mneme/memories';
import { dateTime, Field, flag, integer, RequestBody, TENANT, tenantIdField } from '@mneme/platform/validation';
import { timezone } from '../patterns/timezone.field.js';

/** Body of POST /intelligence/implicit-patterns. */
@RequestBody(
  'How to look for patterns',
  { tenantId: '00000000-0000-0000-0000-000000000001', minOccurrences: 12, timezone: 'Atlantic/Reykjavik' },
  { name: 'ImplicitPatternsRequest' },
)
export class ImplicitPatternsDto {
  @Field(tenantIdField(), TENANT)
  readonly tenantId: string;

  @Field(integer(2, 1_000), {
    description: 'Number of independent episodes that a pattern needs',
    required: false,
    default: 3,
    example: 12,
  })
  readonly minOccurrences?: number;

  @Field(metadataFilter(), {
    description:
      'Only memories whose metadata has these values at the top level; of a list, one is enough. Up to 5 keys, all of which must match',
    required: false,
    example: { userId: 'anna', channel: ['mail', 'chat'] },
  })
  readonly metadata?: MetadataFilter;

  @Field(timezone(), {
    description: 'IANA name of the time zone in which weekdays and hours are counted',
    required: false,
    default: 'UTC',
    example: 'Europe/Lisbon',
  })
  readonly timezone?: string;

  @Field(dateTime(), {
    description:
      'Memories that were stored later are left out. A date alone is its first moment (UTC). Default: all memories',
    required: false,
    example: '2026-09-30T23:59:59Z',
  })
  readonly asOf?: string;

  @Field(flag(), {
    description: 'Whether patterns that were dismissed are returned too, with `dismissed: true`',
    required: false,
    default: false,
    example: false,
  })
  readonly includeDismissed?: boolean;
}
