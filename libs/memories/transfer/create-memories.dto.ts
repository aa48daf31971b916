import { Field, listOf, oneOf, tenantIdField, type FieldType } from '@mneme/platform/validation';
import { getSchemaPath } from '@nestjs/swagger';
import type { OnConflict } from '../records/batch-outcome.js';
import { MemoryInputDto } from '../dto/memory-input.dto.js';

export const onConflict = oneOf(['skip', 'replace', 'fail']);

/** Each item is checked by itself, so that one that is wrong does not refuse the others. */
const item: FieldType = { schema: { $ref: getSchemaPath(MemoryInputDto) }, faults: () => [] };

/** Body of POST /memories/bulk. */
export class CreateMemoriesDto {
  @Field(listOf(item, 1, 500), {
    description: 'The memories, each as POST /memories takes it but without tenantId',
    example: [
      { content: 'Anna prefers tea to coffee', type: 'semantic' },
      { content: 'The dentist moved the appointment to Thursday', type: 'event', tags: ['health'] },
    ],
  })
  readonly memories: unknown[];

  @Field(onConflict, {
    description:
      'What becomes of an item whose externalId the tenant has: skip leaves the memory as it is, replace makes it the item, fail is an error of the item',
    required: false,
    default: 'skip',
  })
  readonly onConflict?: OnConflict;

  @Field(tenantIdField(), {
    description: 'The tenant of the credential',
    example: '00000000-0000-0000-0000-000000000001',
  })
  readonly tenantId: string;
}
