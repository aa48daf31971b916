import {
  Field,
  type FieldType,
  listOf,
  named,
  oneOf,
  RequestBody,
  TENANT,
  tenantIdField,
} from '@mneme/platform/validation';
import { getSchemaPath } from '@nestjs/swagger';
import type { OnConflict } from '../records/batch-outcome.js';
import { MemoryInputDto } from '../dto/memory-input.dto.js';

export const onConflict = named(
  'OnConflict',
  'What happens to a record whose `externalId` exists',
  oneOf(['skip', 'replace', 'fail']),
);

/** Each item is checked by itself, so that one that is wrong does not refuse the others. */
const item: FieldType = { schema: { $ref: getSchemaPath(MemoryInputDto) }, faults: () => [] };

/** Body of POST /memories/bulk. */
@RequestBody('The memories', {
  memories: [
    { content: 'Anna prefers tea to coffee', type: 'semantic' },
    { content: 'The dentist moved the appointment to Thursday', type: 'event', tags: ['health'] },
  ],
  tenantId: '00000000-0000-0000-0000-000000000001',
})
export class CreateMemoriesDto {
  @Field(listOf(item, 1, 500), {
    description: 'The memories, each as in `POST /memories` but without `tenantId`',
    example: [
      { content: 'Anna prefers tea to coffee', type: 'semantic' },
      { content: 'The dentist moved the appointment to Thursday', type: 'event', tags: ['health'] },
    ],
  })
  readonly memories: unknown[];

  @Field(onConflict, {
    description:
      'What happens to an item whose `externalId` exists. `skip`: the memory stays as it is. `replace`: it becomes the item. `fail`: the item fails',
    required: false,
    default: 'skip',
    example: 'replace',
  })
  readonly onConflict?: OnConflict;

  @Field(tenantIdField(), TENANT)
  readonly tenantId: string;
}
