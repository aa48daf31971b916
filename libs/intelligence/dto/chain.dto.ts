import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { RELATIONS, ROLES, type Chain } from '@mneme/analysis';
import { formatId } from '@mneme/platform/ids';

const MEMORY = { example: 'mem_01h455vb4pex5vsknk084sn02q' };
const CONFIDENCE = { minimum: 0, maximum: 1 };
const NODE_ROLES = ROLES.filter((role) => role !== 'noise');
const GAPS = ['no_trigger', 'single_option', 'no_rationale', 'no_action', 'no_outcome', 'superseded', 'long_silence'];

class DecisionDto {
  @ApiProperty(MEMORY)
  readonly memoryId: string;
  @ApiProperty()
  readonly text: string;
  @ApiProperty({ format: 'date-time' })
  readonly at: string;
  @ApiPropertyOptional({ description: 'What was chosen, as a text of the chain says it' })
  readonly chosen?: string;
  @ApiProperty({ type: [String] })
  readonly rejected: readonly string[];
}

class NodeDto {
  @ApiProperty(MEMORY)
  readonly memoryId: string;
  @ApiProperty({ description: 'Type of the memory' })
  readonly type: string;
  @ApiProperty({ enum: NODE_ROLES })
  readonly role: string;
  @ApiProperty(CONFIDENCE)
  readonly roleConfidence: number;
  @ApiProperty({ format: 'date-time', description: 'When what it tells of happened' })
  readonly at: string;
  @ApiProperty({ description: 'At most 160 characters' })
  readonly excerpt: string;
  @ApiProperty()
  readonly onTrunk: boolean;
}

class EdgeDto {
  @ApiProperty(MEMORY)
  readonly from: string;
  @ApiProperty(MEMORY)
  readonly to: string;
  @ApiProperty({ enum: RELATIONS })
  readonly relation: string;
  @ApiProperty(CONFIDENCE)
  readonly confidence: number;
  @ApiProperty({ enum: ['inferred', 'explicit'], description: 'From texts and times, or stated in metadata' })
  readonly basis: string;
  @ApiProperty({ type: [String], description: 'One to three reasons, the strongest first' })
  readonly why: readonly string[];
}

class GapDto {
  @ApiProperty({ enum: GAPS })
  readonly code: string;
  @ApiProperty()
  readonly text: string;
}

/** A decision, with what led to it and what came of it. */
export class ChainDto {
  @ApiProperty({ example: 'chain_3k9x0c2m', description: 'The same for the same decision' })
  readonly id: string;
  @ApiProperty({ ...CONFIDENCE, description: 'Probability that every edge of the trunk is right' })
  readonly confidence: number;
  @ApiProperty()
  readonly headline: string;
  @ApiProperty({ type: DecisionDto })
  readonly decision: DecisionDto;
  @ApiProperty({ type: [NodeDto], description: 'By event time' })
  readonly nodes: readonly NodeDto[];
  @ApiProperty({ type: [EdgeDto] })
  readonly edges: readonly EdgeDto[];
  @ApiProperty({ type: [String], description: 'Memories from the first to the last' })
  readonly trunk: readonly string[];
  @ApiProperty({ type: [String], description: 'Memories of the options that were not taken' })
  readonly alternatives: readonly string[];
  @ApiPropertyOptional({ ...MEMORY, description: 'The later decision' })
  readonly supersededBy?: string;
  @ApiProperty({ type: [GapDto], description: 'What is missing' })
  readonly gaps: readonly GapDto[];
  @ApiProperty({ type: [String], description: 'The chain in sentences' })
  readonly narrative: readonly string[];
  @ApiPropertyOptional({ description: 'The chain as a flowchart, where `include` asks for it' })
  readonly mermaid?: string;

  /** @param mermaid undefined if the request did not ask for it */
  static from(chain: Chain, mermaid: string | undefined): ChainDto {
    const { decision, supersededBy, ...rest } = chain;
    const { chosen, ...decided } = decision;
    return {
      ...rest,
      decision: { ...decided, memoryId: memory(decision.memoryId), ...(chosen === undefined ? {} : { chosen }) },
      nodes: chain.nodes.map((node) => ({ ...node, memoryId: memory(node.memoryId) })),
      edges: chain.edges.map((edge) => ({ ...edge, from: memory(edge.from), to: memory(edge.to) })),
      trunk: chain.trunk.map(memory),
      alternatives: chain.alternatives.map(memory),
      ...(supersededBy === undefined ? {} : { supersededBy: memory(supersededBy) }),
      ...(mermaid === undefined ? {} : { mermaid }),
    };
  }
}

function memory(uuid: string): string {
  return formatId('mem', uuid);
}
