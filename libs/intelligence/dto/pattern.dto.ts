import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { FAMILIES } from '@mneme/analysis';
import { formatId, idSchema } from '@mneme/platform/ids';
import { named, oneOf } from '@mneme/platform/validation';
import type { ShownPattern } from '../patterns/pattern-evidence.js';
import { formatPatternId, PATTERN_ID_SCHEMA } from '../patterns/pattern-id.field.js';

const NUMBERS = { type: 'array', items: { type: 'number' } } as const;
const memoryIds = (description: string, maxItems: number): ApiPropertyOptions => ({
  type: 'array',
  items: idSchema('mem'),
  maxItems,
  example: ['mem_01h455vb4pex5vsknk084sn02q'],
  description,
});
const family = named('PatternFamily', 'Kind of a pattern', oneOf(FAMILIES));
const tier = named('PatternTier', 'How well a pattern is established', oneOf(['established', 'tentative']));

class PatternSupportDto {
  @ApiProperty({ type: 'integer', minimum: 0, example: 30, description: 'Number of independent episodes that agree' })
  readonly episodes: number;
  @ApiProperty({ type: 'integer', minimum: 0, example: 33, description: 'Number of memories of these episodes' })
  readonly memories: number;
  @ApiProperty({ format: 'date-time', description: 'The first one' })
  readonly firstAt: string;
  @ApiProperty({ format: 'date-time', description: 'The last one' })
  readonly lastAt: string;
}

class PatternEffectDto {
  @ApiPropertyOptional({ example: 5.6, description: 'Observed over expected' })
  readonly lift?: number;
  @ApiProperty({
    example: 5.4,
    description:
      'What chance alone would give; of a sequence, of the order alone; of a mood, what other times make of the same days',
  })
  readonly expected: number;
  @ApiProperty({ example: 30, description: 'What there is' })
  readonly observed: number;
  @ApiProperty({
    ...NUMBERS,
    example: [0.76, 0.98],
    description: '95% interval of the share of episodes that agree',
  })
  readonly ci95: readonly number[];
}

class PatternStatsDto {
  @ApiProperty({ example: 2.1e-20, description: 'Probability of a finding at least this strong by chance' })
  readonly p: number;
  @ApiProperty({
    example: 3e-18,
    description: 'Share of false findings among those of the family that are at least this strong',
  })
  readonly q: number;
  @ApiProperty({ example: 'binomial', description: 'The statistical test' })
  readonly test: string;
}

class PatternItemDto {
  @ApiProperty({ description: 'What it is, such as a tag, an entity, a type or a theme', example: 'tag' })
  readonly kind: string;
  @ApiProperty({ example: 'fishmonger', description: 'Its name' })
  readonly name: string;
}

class PatternEvidenceDto {
  @ApiProperty({ ...idSchema('mem'), example: 'mem_01h455vb4pex5vsknk084sn02q', description: 'The memory' })
  readonly memoryId: string;
  @ApiProperty({ example: 'Turbot from the fishmonger, still curled with cold', description: 'Beginning of its text' })
  readonly excerpt: string;
  @ApiProperty({ format: 'date-time', description: 'When it happened' })
  readonly at: string;
}

class PatternVizDto {
  @ApiProperty({ enum: ['weekHour', 'spark', 'pair', 'hist', 'bars', 'line'], description: 'How to draw it' })
  readonly kind: string;
  @ApiProperty({ ...NUMBERS, example: [0, 2, 5, 1], description: 'The numbers to draw' })
  readonly data: readonly number[];
}

/** A regularity that no memory states. */
export class PatternDto {
  @ApiProperty({
    ...PATTERN_ID_SCHEMA,
    example: 'pat_sb28ha7dpvv95',
    description: 'Identifier. It stays the same as memories are added, as long as it is the same regularity',
  })
  readonly id: string;
  @ApiProperty({ ...family.schema, example: 'routine', description: 'Kind of the pattern' })
  readonly family: string;
  @ApiProperty({ example: 'fishmonger: Thursdays between 15:00 and 18:00', description: 'The pattern in a line' })
  readonly title: string;
  @ApiProperty({
    example: "'fishmonger' comes up mostly on Thursdays between 15:00 and 18:00.",
    description: 'The pattern in a sentence, without statistics',
  })
  readonly sentence: string;
  @ApiProperty({
    example:
      "'fishmonger' appears on Thursdays between 15:00 and 18:00: 27 of its 33 days. Thursdays at any hour: 30 (expected 5.4). q = 3e-18.",
    description: 'The pattern in a sentence, with its numbers',
  })
  readonly description: string;
  @ApiProperty({ ...tier.schema, example: 'established', description: 'How well it is established' })
  readonly tier: string;
  @ApiProperty({ minimum: 0, maximum: 1, example: 0.999, description: '1 − q, in three digits, at most 0.999' })
  readonly confidence: number;
  @ApiProperty({ type: PatternSupportDto, description: 'How often it was seen' })
  readonly support: PatternSupportDto;
  @ApiProperty({ type: PatternEffectDto, description: 'How strong it is' })
  readonly effect: PatternEffectDto;
  @ApiProperty({ type: PatternStatsDto, description: 'How it was tested' })
  readonly stats: PatternStatsDto;
  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
    example: { kind: 'weekday+hour', weekday: 4, hour: 16, fromHour: 15, toHour: 18, counted: 'weekday' },
    description: 'What the pattern is made of, such as weekday, hour, days between or window',
  })
  readonly params: object;
  @ApiProperty({ type: [PatternItemDto], description: 'What it is about' })
  readonly items: readonly PatternItemDto[];
  @ApiProperty(memoryIds('Memories that agree, from the first to the last', 20))
  readonly evidenceIds: readonly string[];
  @ApiProperty({ type: [PatternEvidenceDto], maxItems: 5, description: 'Some of these with their text and time' })
  readonly evidence: readonly PatternEvidenceDto[];
  @ApiProperty(memoryIds('Memories that do not', 5))
  readonly counterExampleIds: readonly string[];
  @ApiProperty({ type: PatternVizDto, description: 'A small picture' })
  readonly viz: PatternVizDto;
  @ApiPropertyOptional({
    type: Boolean,
    enum: [true],
    description: 'It was dismissed. Only with `includeDismissed`',
  })
  readonly dismissed?: true;

  static from(pattern: ShownPattern): PatternDto {
    const memory = (uuid: string): string => formatId('mem', uuid);
    return {
      ...pattern,
      id: formatPatternId(pattern.id),
      evidenceIds: pattern.evidenceIds.map(memory),
      evidence: pattern.evidence.map(({ id, excerpt, at }) => ({ memoryId: memory(id), excerpt, at })),
      counterExampleIds: pattern.counterExampleIds.map(memory),
    };
  }
}
