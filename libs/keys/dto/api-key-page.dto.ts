import { PaginationDto } from '@mneme/platform/answers';
import { ApiProperty } from '@nestjs/swagger';
import type { ApiKeyPage } from '../api-keys/api-keys.service.js';
import { ApiKeyDto } from './api-key.dto.js';

/** Data of GET /api-keys. */
export class ApiKeyPageDto {
  @ApiProperty({ type: [ApiKeyDto], description: 'Newest first' })
  readonly apiKeys: ApiKeyDto[];

  @ApiProperty({ description: 'Position of the page in the list' })
  readonly pagination: PaginationDto;

  static from({ keys, total }: ApiKeyPage, page: number, limit: number): ApiKeyPageDto {
    return { apiKeys: keys, pagination: PaginationDto.of(page, limit, total) };
  }
}
