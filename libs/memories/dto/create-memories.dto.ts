import { Field, listOf, tenantIdField, type FieldType } from '@mneme/platform/validation';
import { getSchemaPath } from '@nestjs/swagger';
import { MemoryInputDto } from './memory-input.dto.js';

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

  @Field(tenantIdField(), {
    description: 'The tenant of the credential',
    example: '00000000-0000-0000-0000-000000000001',
  })
  readonly tenantId: string;
}
