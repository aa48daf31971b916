import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { EDGE_BASES, RELATIONS, ROLES, type Chain } from '@mneme/analysis';
import { memoryType } from '@mneme/memories';
import { formatId, idSchema } from '@mneme/platform/ids';
import { named, oneOf } from '@mneme/platform/validation';

const memoryId = (description: string): ApiPropertyOptions => ({
  ...idSchema('mem'),
  example: 'mem_01h455vb4pex5vsknk084sn02q',
  description,
});
const memoryIds = (description: string): ApiPropertyOptions => ({
  type: 'array',
  items: idSchema('mem'),
  example: ['mem_01h455vb4pex5vsknk084sn02q'],
  description,
});
const confidence = (description: string): ApiPropertyOptions => ({
  type: 'number',
  nullable: true,
  minimum: 0,
  maximum: 1,
  example: 0.825,
  description,
});
const role = named('ChainRole', 'What a memory is in a decision', oneOf(ROLES.filter((each) => each !== 'noise')));
const relation = named('ChainRelation', 'How one memory led to another', oneOf(RELATIONS));
const gapCode = named(
  'ChainGapCode',
  'What a chain lacks',
  oneOf(['no_trigger', 'single_option', 'no_rationale', 'no_action', 'no_outcome', 'superseded', 'long_silence']),
);

class ChainOptionDto {
  @ApiProperty(memoryId('The memory of the option, or of the decision if only that names it'))
  readonly memoryId: string;
  @ApiProperty({
    example: 'An induction range, 389,000 fitted',
    description: 'The option, in the words of that memory',
  })
  readonly text: string;
}

class ChainDecisionDto {
  @ApiProperty(memoryId('The memory that records the decision'))
  readonly memoryId: string;
  @ApiProperty({ example: 'We take the induction hob', description: 'Its content' })
  readonly text: string;
  @ApiProperty({ format: 'date-time', description: 'When it was decided' })
  readonly at: string;
  @ApiPropertyOptional({ type: ChainOptionDto, description: 'What was chosen, if the memories say so' })
  readonly chosen?: ChainOptionDto;
  @ApiProperty({ type: [ChainOptionDto], description: 'What was not chosen, as far as the memories say so' })
  readonly rejected: readonly ChainOptionDto[];
}

class ChainNodeDto {
  @ApiProperty(memoryId('The memory'))
  readonly memoryId: string;
  @ApiProperty({ ...memoryType.schema, example: 'decision', description: 'Kind of the memory' })
  readonly type: string;
  @ApiProperty({ ...role.schema, example: 'decision', description: 'What it is in the decision' })
  readonly role: string;
  @ApiProperty(confidence('Probability that the role is right; `null` where a language model gave it'))
  readonly roleConfidence: number | null;
  @ApiProperty({ format: 'date-time', description: 'When the event happened' })
  readonly at: string;
  @ApiProperty({ example: 'We take the induction hob', description: 'Start of the content, at most 160 characters' })
  readonly excerpt: string;
  @ApiProperty({ description: 'Whether it is on the main path' })
  readonly onTrunk: boolean;
}

class ChainEdgeDto {
  @ApiProperty(memoryId('The earlier memory'))
  readonly from: string;
  @ApiProperty(memoryId('The later memory'))
  readonly to: string;
  @ApiProperty({ ...relation.schema, example: 'led_to', description: 'How the one led to the other' })
  readonly relation: string;
  @ApiProperty(confidence('Probability that the relation is right; `null` where a language model stated it'))
  readonly confidence: number | null;
  @ApiProperty({
    enum: EDGE_BASES,
    description:
      '`inferred` from texts and times, `explicit` in metadata, or `judged` by a language model, whose quote is in `why`',
  })
  readonly basis: string;
  @ApiProperty({
    type: [String],
    minItems: 1,
    maxItems: 3,
    example: ["both speak of 'induction'"],
    description: 'Reasons, strongest first',
  })
  readonly why: readonly string[];
}

class ChainGapDto {
  @ApiProperty({ ...gapCode.schema, example: 'no_outcome', description: 'What is missing' })
  readonly code: string;
  @ApiProperty({ example: 'No sure outcome', description: 'The same in a few words' })
  readonly title: string;
  @ApiProperty({
    example: 'No memory that surely belongs here says how it turned out, 6 weeks after the decision.',
    description: 'The same in a sentence',
  })
  readonly sentence: string;
}

/** A memory that may belong to a chain, and is not told. */
class PossibleMemberDto {
  @ApiProperty(memoryId('The memory'))
  readonly memoryId: string;
  @ApiProperty({ ...memoryType.schema, example: 'episodic', description: 'Kind of the memory' })
  readonly type: string;
  @ApiProperty({ format: 'date-time', description: 'When the event happened' })
  readonly at: string;
  @ApiProperty({
    example: 'The electrician came at eight',
    description: 'Start of the content, at most 160 characters',
  })
  readonly excerpt: string;
  @ApiProperty(confidence('Probability that it belongs to the decision'))
  readonly probability: number;
}

/** A decision, with what led to it and what came of it. */
export class ChainDto {
  @ApiProperty({ example: 'chain_3k9x0c2m', description: 'Identifier, the same for the same decision' })
  readonly id: string;
  @ApiProperty(
    confidence(
      'Probability that every edge of the main path is right; `null` where a language model chose the members',
    ),
  )
  readonly confidence: number | null;
  @ApiProperty({ example: 'Induction instead of gas', description: 'The decision in a line' })
  readonly headline: string;
  @ApiProperty({ type: ChainDecisionDto, description: 'The decision' })
  readonly decision: ChainDecisionDto;
  @ApiProperty({ type: [ChainNodeDto], description: 'Its memories, by event time' })
  readonly nodes: readonly ChainNodeDto[];
  @ApiPropertyOptional({
    type: [PossibleMemberDto],
    maxItems: 20,
    description: 'Memories that may belong to it as well, the likeliest first. Only if `include` names it',
  })
  readonly possible?: readonly PossibleMemberDto[];
  @ApiProperty({ type: [ChainEdgeDto], description: 'How they led to each other' })
  readonly edges: readonly ChainEdgeDto[];
  @ApiProperty(memoryIds('Memories of the main path, from the first to the last'))
  readonly trunk: readonly string[];
  @ApiProperty(memoryIds('Memories of the options that were not chosen'))
  readonly alternatives: readonly string[];
  @ApiPropertyOptional(memoryId('The decision that replaced it'))
  readonly supersededBy?: string;
  @ApiProperty({ type: [ChainGapDto], description: 'What is missing' })
  readonly gaps: readonly ChainGapDto[];
  @ApiProperty({
    type: [String],
    example: ['It began on 3 June 2026: the old stove failed.'],
    description: 'The chain in sentences',
  })
  readonly narrative: readonly string[];
  @ApiPropertyOptional({ example: 'flowchart TD', description: 'A flowchart in Mermaid. Only if `include` names it' })
  readonly mermaid?: string;

  /** @param more what the request asked for beside the chain */
  static from(chain: Chain, more: { readonly mermaid?: string | undefined; readonly possible: boolean }): ChainDto {
    const { decision, supersededBy, possible, ...rest } = chain;
    const { chosen, rejected, ...decided } = decision;
    return {
      ...rest,
      decision: { ...withId(decided), ...(chosen && { chosen: withId(chosen) }), rejected: rejected.map(withId) },
      nodes: chain.nodes.map(withId),
      ...(more.possible && { possible: possible.map(withId) }),
      edges: chain.edges.map((edge) => ({ ...edge, from: memory(edge.from), to: memory(edge.to) })),
      trunk: chain.trunk.map(memory),
      alternatives: chain.alternatives.map(memory),
      ...(supersededBy === undefined ? {} : { supersededBy: memory(supersededBy) }),
      ...(more.mermaid === undefined ? {} : { mermaid: more.mermaid }),
    };
  }
}

/** With the identifier that clients see. */
function withId<T extends { readonly memoryId: string }>(one: T): T {
  return { ...one, memoryId: memory(one.memoryId) };
}

function memory(uuid: string): string {
  return formatId('mem', uuid);
}
