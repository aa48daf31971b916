import { formatId, idSchema } from '@mneme/platform/ids';
import { dateTime, named, oneOf } from '@mneme/platform/validation';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { DecisionChains } from '../chains/gathered-chains.js';
import { ChainDto } from './chain.dto.js';
import type { DecisionChainDto } from './decision-chain.dto.js';

const EXAMPLE_ID = 'mem_01h455vb4pex5vsknk084sn02q';

/** As it was sent, so in every form that a request may have. */
class TimeRangeDto {
  @ApiPropertyOptional({ ...dateTime().schema, example: '2025-09-01', description: 'First moment' })
  readonly from?: string;
  @ApiPropertyOptional({ ...dateTime().schema, example: '2026-09-30T23:59:59Z', description: 'Last moment' })
  readonly to?: string;
}

class ChainStatsDto {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 600,
    example: 214,
    description: 'Number of memories that were looked at for the topic and its likeliest decisions',
  })
  readonly considered: number;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 198,
    description: 'Number of those in the time range and not after `asOf`, without copies',
  })
  readonly candidates: number;
  @ApiProperty({ minimum: 0, example: 38.5, description: 'Milliseconds that the request took inside the service' })
  readonly latency: number;
}

class ChainJudgeDto {
  @ApiProperty({ example: 'openai:llama3.1:8b', description: 'The language model' })
  readonly model: string;
  @ApiProperty({ example: 'judge-1', description: 'Version of the questions that it was asked' })
  readonly prompt: string;
}

class ChainMethodDto {
  @ApiProperty({ example: 'chains-16', description: 'Version of the method' })
  readonly version: string;
  @ApiProperty({ example: 'builtin', description: 'Model whose vectors were used' })
  readonly embeddingModel: string;
  @ApiPropertyOptional({
    type: ChainJudgeDto,
    description:
      'Only if a language model judged the memories. Its quotes, and the grammar and order of edges, were checked',
  })
  readonly judge?: ChainJudgeDto;
}

/** A decision that a topic may mean. */
class PossibleDecisionDto {
  @ApiProperty({ ...idSchema('mem'), example: EXAMPLE_ID, description: 'The memory that records it: a `decisionId`' })
  readonly memoryId: string;
  @ApiProperty({ example: 'We take the induction hob', description: 'Its content' })
  readonly text: string;
  @ApiProperty({ format: 'date-time', description: 'When it was decided' })
  readonly at: string;
  @ApiProperty({ minimum: 0, maximum: 1, example: 0.214, description: 'Probability that it is the one asked for' })
  readonly probability: number;
}

const status = named('ChainsStatus', 'What was found', oneOf(['found', 'partial', 'none']));

/** Data of POST /intelligence/decision-chain. */
export class DecisionChainsDto {
  @ApiPropertyOptional({ example: 'How we charge the auctions', description: 'The topic as it was sent' })
  readonly topic?: string;
  @ApiPropertyOptional({ ...idSchema('mem'), example: EXAMPLE_ID, description: 'The decision as it was named' })
  readonly decisionId?: string;
  @ApiPropertyOptional({ type: TimeRangeDto, description: 'The time range as it was sent' })
  readonly timeRange?: TimeRangeDto;
  @ApiProperty({ format: 'date-time', description: 'What "now" means in the response' })
  readonly asOf: string;
  @ApiProperty({
    ...status.schema,
    example: 'found',
    description: '`partial`: every chain lacks its beginning or its end. `none`: no chain, with a `reason`',
  })
  readonly status: string;
  @ApiPropertyOptional({
    example: 'No memory about this topic records a decision.',
    description: 'Why nothing was found',
  })
  readonly reason?: string;
  @ApiPropertyOptional({
    type: [PossibleDecisionDto],
    maxItems: 3,
    description: 'With `none` only: decisions that the topic may mean, the most probable first',
  })
  readonly candidates?: readonly PossibleDecisionDto[];
  @ApiProperty({ type: [ChainDto], maxItems: 3, description: 'Best first' })
  readonly chains: readonly ChainDto[];
  @ApiProperty({ type: ChainStatsDto, description: 'What was looked at' })
  readonly stats: ChainStatsDto;
  @ApiProperty({ type: ChainMethodDto, description: 'How it was computed' })
  readonly method: ChainMethodDto;
  @ApiProperty({
    type: [String],
    example: ['3 memories of the topic are not indexed yet'],
    description: 'What to know about the response',
  })
  readonly warnings: readonly string[];

  /** @param startedAt `performance.now()` when the request came in */
  static from(request: DecisionChainDto, made: DecisionChains, startedAt: number): DecisionChainsDto {
    const { report, mermaid, asOf, modelId, considered, warnings, judge } = made;
    const includes = (what: 'mermaid' | 'possible'): boolean => request.include?.includes(what) === true;
    const { topic, decisionId } = request;
    return {
      ...(topic !== undefined && { topic }),
      ...(decisionId !== undefined && { decisionId }),
      ...(request.timeRange === undefined ? {} : { timeRange: request.timeRange }),
      asOf: asOf.toISOString(),
      status: report.status,
      ...(report.reason === undefined ? {} : { reason: report.reason }),
      ...(report.candidates && {
        candidates: report.candidates.map((one) => ({ ...one, memoryId: formatId('mem', one.memoryId) })),
      }),
      chains: report.chains.map((chain, i) =>
        ChainDto.from(chain, { possible: includes('possible'), ...(includes('mermaid') && { mermaid: mermaid[i] }) }),
      ),
      stats: {
        considered,
        candidates: report.stats.candidates,
        latency: Math.round((performance.now() - startedAt) * 10) / 10,
      },
      method: {
        version: report.method.version,
        embeddingModel: modelId,
        ...(judge === undefined ? {} : { judge }),
      },
      warnings: [...report.warnings, ...warnings],
    };
  }
}
