import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '@mneme/platform/answers';
import { Public } from '@mneme/platform/auth';
import { AppConfig } from '@mneme/platform/config';
import { EntryDto } from './entry.dto.js';

/** For a client that opens the address alone, or that of the API: it says where to read on. */
@ApiTags('Entry')
@Public()
@Controller()
export class EntryController {
  constructor(private readonly config: AppConfig) {}

  @Get(['/', 'api/v1'])
  @ApiOperation({ summary: 'Where the documentation and the API are' })
  @Answers(EntryDto, { description: 'The addresses', access: 'public' })
  entry(): EntryDto {
    return EntryDto.at(this.config.baseUrl);
  }
}
