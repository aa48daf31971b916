import { dateTime } from '@mneme/platform/validation';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { DecisionChains } from '../chains/decision-chain.service.js';
import { ChainDto } from './chain.dto.js';
import type { DecisionChainDto } from './decision-chain.dto.js';

/** As it was sent, so in every form that a request may have. */
class TimeRangeDto {
  @ApiPropertyOptional({ ...dateTime().schema })
  readonly from?: string;
  @ApiPropertyOptional({ ...dateTime().schema })
  readonly to?: string;
}

class ChainStatsDto {
  @ApiProperty({ description: 'Memories that the topic and the likeliest decisions brought, at most 600' })
  readonly considered: number;
  @ApiProperty({ description: 'Those of them that count: in the time range, not after asOf, copies once' })
  readonly candidates: number;
  @ApiProperty({ example: 38.5, description: 'Milliseconds that the whole request took inside the service' })
  readonly latency: number;
}

class ChainMethodDto {
  @ApiProperty()
  readonly version: string;
  @ApiProperty()
  readonly embeddingModel: string;
}

/** Data of POST /intelligence/decision-chain. */
export class DecisionChainsDto {
  @ApiProperty({ example: 'How we charge the auctions' })
  readonly topic: string;
  @ApiPropertyOptional({ type: TimeRangeDto })
  readonly timeRange?: TimeRangeDto;
  @ApiProperty({ format: 'date-time', description: 'What "now" means in the answer' })
  readonly asOf: string;
  @ApiProperty({ enum: ['found', 'partial', 'none'], description: 'partial: a beginning or an end is missing' })
  readonly status: string;
  @ApiPropertyOptional({ description: 'Why nothing was found' })
  readonly reason?: string;
  @ApiProperty({ type: [ChainDto], description: 'Best first, at most three' })
  readonly chains: readonly ChainDto[];
  @ApiProperty({ type: ChainStatsDto })
  readonly stats: ChainStatsDto;
  @ApiProperty({ type: ChainMethodDto })
  readonly method: ChainMethodDto;
  @ApiProperty({ type: [String] })
  readonly warnings: readonly string[];

  /** @param startedAt `performance.now()` when the request came in */
  static from(request: DecisionChainDto, made: DecisionChains, startedAt: number): DecisionChainsDto {
    const { report, mermaid, asOf, modelId, considered, warnings } = made;
    const drawn = request.include?.includes('mermaid') === true;
    return {
      topic: request.topic,
      ...(request.timeRange === undefined ? {} : { timeRange: request.timeRange }),
      asOf: asOf.toISOString(),
      status: report.status,
      ...(report.reason === undefined ? {} : { reason: report.reason }),
      chains: report.chains.map((chain, i) => ChainDto.from(chain, drawn ? mermaid[i] : undefined)),
      stats: {
        considered,
        candidates: report.stats.candidates,
        latency: Math.round((performance.now() - startedAt) * 10) / 10,
      },
      method: { version: report.method.version, embeddingModel: modelId },
      warnings: [...report.warnings, ...warnings],
    };
  }
}
