import { Field, tenantIdField, text } from '@mneme/platform';

/** Body of POST /memories/{id}/notes. */
export class CreateNoteDto {
  @Field(text(1, 500), { description: 'The note', example: 'Said so twice' })
  readonly text: string;

  @Field(tenantIdField(), {
    description: 'The tenant of the credential',
    example: '00000000-0000-0000-0000-000000000001',
  })
  readonly tenantId: string;
}
