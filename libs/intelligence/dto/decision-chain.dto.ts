import { metadataFilter, type MetadataFilter } from '@mneme/memories';
import {
  dateTime,
  Field,
  listOf,
  oneOf,
  RequestBody,
  resourceId,
  TENANT,
  tenantIdField,
  text,
} from '@mneme/platform/validation';
import { timeRange, type TimeRangeInput } from '../chains/time-range.field.js';

/** Body of POST /intelligence/decision-chain. */
@RequestBody(
  'What was decided',
  { topic: 'How we charge the auctions', tenantId: '00000000-0000-0000-0000-000000000001' },
  {
    name: 'DecisionChainRequest',
    not: { allOf: [{ not: { required: ['topic'] } }, { not: { required: ['decisionId'] } }] },
  },
)
export class DecisionChainDto {
  @Field(text(1, 500), {
    description: 'What was decided, in words. Required without `decisionId`',
    required: false,
    example: 'How we charge the auctions',
  })
  readonly topic?: string;

  @Field(resourceId('mem'), {
    description: 'The memory that records the decision: its chain is returned, and no other decision is looked for',
    required: false,
    example: 'mem_01h455vb4pex5vsknk084sn02q',
  })
  readonly decisionId?: string;

  @Field(tenantIdField(), TENANT)
  readonly tenantId: string;

  @Field(timeRange(), {
    description:
      'Only memories of events in this time, inclusive. Either end can be left out. A date alone is the whole day (UTC)',
    required: false,
    example: { from: '2025-09-01', to: '2026-09-30T23:59:59Z' },
  })
  readonly timeRange?: TimeRangeInput;

  @Field(metadataFilter(), {
    description:
      'Only memories whose metadata has these values at the top level; of a list, one is enough. Up to 5 keys, all of which must match',
    required: false,
    example: { userId: 'anna', channel: ['mail', 'chat'] },
  })
  readonly metadata?: MetadataFilter;

  @Field(listOf(oneOf(['mermaid', 'possible']), 0, 2), {
    description:
      'What to add. `mermaid`: a flowchart of each chain. `possible`: memories that may belong to a chain and are not told',
    required: false,
    example: ['mermaid'],
  })
  readonly include?: ('mermaid' | 'possible')[];

  @Field(dateTime(), {
    description:
      'What "now" means: memories that were stored or dated later are in no chain. The statistics of the tenant are those of today. A date alone is its first moment (UTC). Default: now',
    required: false,
    example: '2026-09-30T23:59:59Z',
  })
  readonly asOf?: string;
}
