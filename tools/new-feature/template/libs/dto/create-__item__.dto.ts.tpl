import { Field, RequestBody, TENANT, tenantIdField } from '@mneme/platform/validation';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';

/** Body of POST /__items__. */
@RequestBody('The __words__', { text: 'An example', tenantId: '00000000-0000-0000-0000-000000000001' })
export class Create__Item__Dto {
  @ApiProperty({ description: 'The text', example: 'An example', minLength: 1, maxLength: 500 })
  @IsString()
  @Length(1, 500)
  readonly text: string;

  @Field(tenantIdField(), TENANT)
  readonly tenantId: string;
}
