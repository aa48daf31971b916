import { Field, tenantIdField } from '@mneme/platform/validation';
import { MemoryInputDto } from './memory-input.dto.js';

/** Body of POST /memories. */
export class CreateMemoryDto extends MemoryInputDto {
  @Field(tenantIdField(), {
    description: 'The tenant of the credential',
    example: '00000000-0000-0000-0000-000000000001',
  })
  readonly tenantId: string;
}
