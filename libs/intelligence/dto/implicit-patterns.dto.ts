import { metadataFilter, type MetadataFilter } from '@mneme/memories';
import { dateTime, Field, integer, tenantIdField } from '@mneme/platform/validation';
import { timezone } from '../patterns/timezone.field.js';

/** Body of POST /intelligence/implicit-patterns. */
export class ImplicitPatternsDto {
  @Field(tenantIdField(), {
    description: 'The tenant of the credential',
    example: '00000000-0000-0000-0000-000000000001',
  })
  readonly tenantId: string;

  @Field(integer(2, 1_000), {
    description: 'How many independent episodes a pattern needs at least',
    required: false,
    default: 3,
    example: 12,
  })
  readonly minOccurrences?: number;

  @Field(metadataFilter(), {
    description: 'Only memories whose metadata has these values at the top level; of a list one of them. Up to 5 keys',
    required: false,
  })
  readonly metadata?: MetadataFilter;

  @Field(timezone(), {
    description: 'Time zone in which days and hours are counted, by its IANA name',
    required: false,
    default: 'UTC',
    example: 'Europe/Lisbon',
  })
  readonly timezone?: string;

  @Field(dateTime(), {
    description:
      'Memories stored later are left out; for an answer that can be repeated. A date alone is its first moment (UTC)',
    required: false,
  })
  readonly asOf?: string;
}
