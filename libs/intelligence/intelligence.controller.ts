import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { tooMuch } from '@mneme/platform/concurrency';
import { DomainError } from '@mneme/platform/errors';
import { OnlyReads, RequestStart } from '@mneme/platform/http';
import type { TenantId } from '@mneme/platform/ids';
import { DecisionChainService, TOO_MANY_CHAINS } from './chains/decision-chain.service.js';
import { DecisionChainDto } from './dto/decision-chain.dto.js';
import { DecisionChainsDto } from './dto/decision-chains.dto.js';
import { ImplicitPatternsDto } from './dto/implicit-patterns.dto.js';
import { PatternsDto } from './dto/patterns.dto.js';
import { ImplicitPatternsService } from './patterns/implicit-patterns.service.js';
import { TOO_MANY_PATTERNS } from './patterns/pattern-run-queue.js';

const ENDED = DomainError.unavailable('the analysis took too long and was ended');

@Controller('intelligence')
export class IntelligenceController {
  constructor(
    private readonly chains: DecisionChainService,
    private readonly patterns: ImplicitPatternsService,
  ) {}

  @Post('decision-chain')
  @ApiTags('Decision chains')
  @OnlyReads()
  @RequireScope('read:intelligence')
  @ApiOperation({
    operationId: 'decisionChains.reconstruct',
    summary: 'Reconstruct how a decision came about',
    description:
      'Returns the decisions that match the topic, each with its trigger, options, evidence, choice, actions and outcome. Every edge gives its reasons. If the memories record no decision on the topic surely enough, `status` is `none`, with the decisions that may be meant. `decisionId` asks for one of them. This operation is in beta.',
  })
  @Answers(DecisionChainsDto, {
    description: 'The decisions that the topic means, each with what led to it and what came of it',
    errors: [
      'validation',
      'tenantMismatch',
      DomainError.notFound('memory'),
      'payloadTooLarge',
      'unsupportedMediaType',
      tooMuch(TOO_MANY_CHAINS),
      'externalService',
      ENDED,
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
  @ApiTags('Patterns')
  @OnlyReads()
  @RequireScope('read:intelligence')
  @ApiOperation({
    operationId: 'patterns.detect',
    summary: 'Detect implicit patterns',
    description:
      'Returns regularities that no single memory states: routines, sequences, returns, trends and leanings. Each is tested statistically, and the response gives its evidence. This operation is in beta.',
  })
  @Answers(PatternsDto, {
    description: 'What was found, with its evidence',
    errors: [
      'validation',
      'tenantMismatch',
      'payloadTooLarge',
      'unsupportedMediaType',
      tooMuch(TOO_MANY_PATTERNS),
      ENDED,
    ],
  })
  async implicitPatterns(@Tenant() tenant: TenantId, @Body() body: ImplicitPatternsDto): Promise<PatternsDto> {
    return PatternsDto.from(await this.patterns.find(tenant, body));
  }
}
