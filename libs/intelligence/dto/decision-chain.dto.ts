import { metadataFilter, type MetadataFilter } from '@mneme/memories';
import { dateTime, Field, listOf, oneOf, tenantIdField, text } from '@mneme/platform/validation';
import { timeRange, type TimeRangeInput } from '../chains/time-range.field.js';

/** Body of POST /intelligence/decision-chain. */
export class DecisionChainDto {
  @Field(text(1, 500), { description: 'What was decided, in words', example: 'How we charge the auctions' })
  readonly topic: string;

  @Field(tenantIdField(), {
    description: 'The tenant of the credential',
    example: '00000000-0000-0000-0000-000000000001',
  })
  readonly tenantId: string;

  @Field(timeRange(), {
    description:
      'Only memories of what happened then; both ends belong to it, either may be left out, a date alone is its whole day (UTC)',
    required: false,
    example: { from: '2025-09-01', to: '2026-09-30T23:59:59Z' },
  })
  readonly timeRange?: TimeRangeInput;

  @Field(metadataFilter(), {
    description: 'Only memories whose metadata has these values at the top level; of a list one of them. Up to 5 keys',
    required: false,
  })
  readonly metadata?: MetadataFilter;

  @Field(listOf(oneOf(['mermaid']), 0, 1), {
    description: 'What to add: `mermaid` draws each chain as a flowchart',
    required: false,
    example: ['mermaid'],
  })
  readonly include?: 'mermaid'[];

  @Field(dateTime(), {
    description:
      'What "now" means: memories stored or dated later are in no chain. The size of the tenant, and how common its tags, names and words are, are those of today. A date alone is its first moment (UTC). Default: now',
    required: false,
  })
  readonly asOf?: string;
}
