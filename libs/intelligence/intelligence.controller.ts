import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { OnlyReads, RequestStart } from '@mneme/platform/http';
import type { TenantId } from '@mneme/platform/ids';
import { DecisionChainService } from './chains/decision-chain.service.js';
import { DecisionChainDto } from './dto/decision-chain.dto.js';
import { DecisionChainsDto } from './dto/decision-chains.dto.js';
import { ImplicitPatternsDto } from './dto/implicit-patterns.dto.js';
import { PatternsDto } from './dto/patterns.dto.js';
import { ImplicitPatternsService } from './patterns/implicit-patterns.service.js';

@ApiTags('Intelligence')
@Controller('intelligence')
export class IntelligenceController {
  constructor(
    private readonly chains: DecisionChainService,
    private readonly patterns: ImplicitPatternsService,
  ) {}

  @Post('decision-chain')
  @OnlyReads()
  @RequireScope('read:intelligence')
  @ApiOperation({ summary: 'Tell how a decision came about' })
  @Answers(DecisionChainsDto, {
    description: 'The decisions that the topic means, each with what led to it and what came of it',
    errors: [
      'validation',
      'tenantMismatch',
      'payloadTooLarge',
      'unsupportedMediaType',
      'rateLimited',
      'externalService',
      'unavailable',
    ],
  })
  async decisionChain(
    @Tenant() tenant: TenantId,
    @Body() body: DecisionChainDto,
    @RequestStart() startedAt: number,
  ): Promise<DecisionChainsDto> {
    return DecisionChainsDto.from(body, await this.chains.reconstruct(tenant, body), startedAt);
  }

  @Post('implicit-patterns')
  @OnlyReads()
  @RequireScope('read:intelligence')
  @ApiOperation({ summary: 'Find regularities that no memory states' })
  @Answers(PatternsDto, {
    description: 'What was found, with its evidence',
    errors: ['validation', 'tenantMismatch', 'payloadTooLarge', 'unsupportedMediaType', 'rateLimited', 'unavailable'],
  })
  async implicitPatterns(@Tenant() tenant: TenantId, @Body() body: ImplicitPatternsDto): Promise<PatternsDto> {
    return PatternsDto.from(await this.patterns.find(tenant, body));
  }
}
