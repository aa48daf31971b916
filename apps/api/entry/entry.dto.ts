import { ApiProperty } from '@nestjs/swagger';

/** Where to find what this service has. Addresses are absolute where BASE_URL is set, else paths. */
export class EntryDto {
  @ApiProperty({ example: 'Mneme' })
  readonly name: string;

  @ApiProperty({ example: '1.0.0' })
  readonly version: string;

  @ApiProperty({ example: '/docs', description: 'Documentation, to read' })
  readonly docs: string;

  @ApiProperty({ example: '/openapi.json', description: 'OpenAPI 3.1' })
  readonly openapi: string;

  @ApiProperty({ example: '/api/v1', description: 'What the paths of the API start with' })
  readonly api: string;

  /** @param base address without a slash at the end */
  static at(base = ''): EntryDto {
    return {
      name: 'Mneme',
      version: '1.0.0',
      docs: `${base}/docs`,
      openapi: `${base}/openapi.json`,
      api: `${base}/api/v1`,
    };
  }
}
