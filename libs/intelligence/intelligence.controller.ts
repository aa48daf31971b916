import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, RequireScope, Tenant, type TenantId } from '@mneme/platform';
import { ImplicitPatternsDto } from './dto/implicit-patterns.dto.js';
import { PatternsDto } from './dto/patterns.dto.js';
import { ImplicitPatternsService } from './implicit-patterns.service.js';

@ApiTags('Intelligence')
@Controller('intelligence')
export class IntelligenceController {
  constructor(private readonly patterns: ImplicitPatternsService) {}

  @Post('implicit-patterns')
  @RequireScope('read:intelligence')
  @ApiOperation({ summary: 'Find regularities that no memory states' })
  @Answers(PatternsDto, {
    description: 'What was found, with its evidence',
    errors: ['validation', 'tenantMismatch', 'payloadTooLarge', 'unsupportedMediaType', 'rateLimited'],
  })
  async implicitPatterns(@Tenant() tenant: TenantId, @Body() body: ImplicitPatternsDto): Promise<PatternsDto> {
    return PatternsDto.from(await this.patterns.find(tenant, body));
  }
}
