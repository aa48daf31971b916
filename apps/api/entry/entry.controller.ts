import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '@mneme/platform/answers';
import { Public } from '@mneme/platform/auth';
import { AppConfig } from '@mneme/platform/config';
import { EntryDto } from './entry.dto.js';

/** For a client that opens the address alone, or that of the API: it says where to read on. */
@ApiTags('Service')
@Public()
@Controller()
export class EntryController {
  constructor(private readonly config: AppConfig) {}

  @Get()
  @ApiOperation({
    operationId: 'service.get',
    summary: 'Get the addresses of the service',
    description: 'Returns the addresses of the documentation, the OpenAPI document and the API.',
  })
  @Answers(EntryDto, { description: 'The addresses', access: 'public' })
  root(): EntryDto {
    return EntryDto.at(this.config.baseUrl);
  }

  @Get('api/v1')
  @ApiOperation({
    operationId: 'service.api.get',
    summary: 'Get the addresses of the service, from the address of the API',
    description: 'Returns the same as `GET /`.',
  })
  @Answers(EntryDto, { description: 'The addresses', access: 'public' })
  api(): EntryDto {
    return EntryDto.at(this.config.baseUrl);
  }
}
