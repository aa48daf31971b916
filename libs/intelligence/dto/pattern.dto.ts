import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FAMILIES, type Pattern } from '@mneme/analysis';
import { formatId } from '@mneme/platform/ids';

const NUMBERS = { type: 'array', items: { type: 'number' } } as const;

class SupportDto {
  @ApiProperty({ description: 'Independent episodes that agree' })
  readonly episodes: number;
  @ApiProperty({ description: 'Memories that tell of them' })
  readonly memories: number;
  @ApiProperty({ format: 'date-time' })
  readonly firstAt: string;
  @ApiProperty({ format: 'date-time' })
  readonly lastAt: string;
}

class EffectDto {
  @ApiPropertyOptional({ description: 'Observed over expected' })
  readonly lift?: number;
  @ApiProperty({ description: 'What chance would give' })
  readonly expected: number;
  @ApiProperty()
  readonly observed: number;
  @ApiProperty({ ...NUMBERS, description: '95% interval of the share of episodes that agree' })
  readonly ci95: readonly number[];
}

class StatsDto {
  @ApiProperty()
  readonly p: number;
  @ApiProperty({ description: 'Share of false findings among those of the family that are at least this strong' })
  readonly q: number;
  @ApiProperty()
  readonly test: string;
}

class ItemDto {
  @ApiProperty({ description: 'What it is: tag, entity, type, theme', example: 'tag' })
  readonly kind: string;
  @ApiProperty({ example: 'standup' })
  readonly name: string;
}

class VizDto {
  @ApiProperty({ enum: ['weekHour', 'spark', 'pair', 'hist'] })
  readonly kind: string;
  @ApiProperty({ ...NUMBERS })
  readonly data: readonly number[];
}

/** A regularity that no memory states. */
export class PatternDto {
  @ApiProperty({ example: 'pat_3k9x0c2m7d1qa', description: 'The same for the same finding' })
  readonly id: string;
  @ApiProperty({ enum: FAMILIES })
  readonly family: string;
  @ApiProperty()
  readonly title: string;
  @ApiProperty({ example: "'standup notes' appears on Tuesdays: 19 of 23 days (expected 3.6). q = 0.0004." })
  readonly description: string;
  @ApiProperty({ enum: ['established', 'tentative'] })
  readonly tier: string;
  @ApiProperty({ minimum: 0, maximum: 1, description: '1 − q' })
  readonly confidence: number;
  @ApiProperty({ type: SupportDto })
  readonly support: SupportDto;
  @ApiProperty({ type: EffectDto })
  readonly effect: EffectDto;
  @ApiProperty({ type: StatsDto })
  readonly stats: StatsDto;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Weekday, hour, days between, window' })
  readonly params: object;
  @ApiProperty({ type: [ItemDto] })
  readonly items: readonly ItemDto[];
  @ApiProperty({ type: [String], description: 'At most 20 memories that agree, from the first to the last' })
  readonly evidenceIds: readonly string[];
  @ApiProperty({ type: [String], description: 'At most 5 memories that do not' })
  readonly counterExampleIds: readonly string[];
  @ApiProperty({ type: VizDto })
  readonly viz: VizDto;

  static from(pattern: Pattern): PatternDto {
    const memory = (uuid: string): string => formatId('mem', uuid);
    return {
      ...pattern,
      id: `pat_${pattern.id}`,
      evidenceIds: pattern.evidenceIds.map(memory),
      counterExampleIds: pattern.counterExampleIds.map(memory),
    };
  }
}
