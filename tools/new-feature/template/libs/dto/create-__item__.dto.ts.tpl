import { Field, tenantIdField } from '@mneme/platform/validation';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';

/** Body of POST /__items__. */
export class Create__Item__Dto {
  @ApiProperty({ description: 'The text', example: 'An example', minLength: 1, maxLength: 500 })
  @IsString()
  @Length(1, 500)
  readonly text: string;

  @Field(tenantIdField(), {
    description: 'The tenant of the credential',
    example: '00000000-0000-0000-0000-000000000001',
  })
  readonly tenantId: string;
}
