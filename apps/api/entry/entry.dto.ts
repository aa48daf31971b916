import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** Where to find what this service has. Addresses are absolute where BASE_URL is set, else paths. */
@ApiSchema({ name: 'ServiceAddresses' })
export class EntryDto {
  @ApiProperty({ example: 'Mneme', description: 'Name of the service' })
  readonly name: string;

  @ApiProperty({ example: '1.0.0', description: 'Release' })
  readonly version: string;

  @ApiProperty({ example: '/docs', description: 'API reference' })
  readonly docs: string;

  @ApiProperty({ example: '/openapi.json', description: 'OpenAPI document' })
  readonly openapi: string;

  @ApiProperty({ example: '/api/v1', description: 'Start of the paths of the API' })
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
