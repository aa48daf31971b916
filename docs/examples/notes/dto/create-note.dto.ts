import { dateTime, Field, RequestBody, TENANT, tenantIdField } from '@mneme/platform/validation';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import type { NewNote } from '../notes.service.js';

/** Body of POST /memories/{id}/notes. */
@RequestBody('The note', { text: 'Said so twice', tenantId: '00000000-0000-0000-0000-000000000001' })
export class CreateNoteDto {
  @ApiProperty({ description: 'The note', example: 'Said so twice', minLength: 1, maxLength: 500 })
  @IsString()
  @Length(1, 500)
  readonly text: string;

  @Field(dateTime(), { description: 'When to remind of it', example: '2030-01-31T09:00:00Z', required: false })
  readonly remindAt?: string;

  @Field(tenantIdField(), TENANT)
  readonly tenantId: string;

  toNote(): NewNote {
    return { text: this.text, remindAt: this.remindAt === undefined ? null : new Date(this.remindAt) };
  }
}
