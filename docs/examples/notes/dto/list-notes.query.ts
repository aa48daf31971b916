import { QueryField, TENANT, tenantIdField } from '@mneme/platform/validation';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

/** Query of GET /memories/{id}/notes. */
export class ListNotesQuery {
  @QueryField(tenantIdField(), TENANT)
  readonly tenantId: string;

  @ApiProperty({
    description: 'Maximum number of notes',
    minimum: 1,
    maximum: 100,
    default: 50,
    example: 10,
    required: false,
  })
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  readonly limit: number = 50;
}
