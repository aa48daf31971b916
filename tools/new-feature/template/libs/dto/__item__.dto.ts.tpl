import { formatId } from '@mneme/platform/ids';
import { ApiProperty } from '@nestjs/swagger';
import type { __Item__ } from '../__item__.entity.js';

/** A __words__ as clients see it. */
export class __Item__Dto {
  @ApiProperty({ example: '__prefix___01kaj3w5m8f5zrj0q7f8t1x2ya', description: 'Identifier' })
  readonly id: string;

  @ApiProperty({ example: 'An example', description: 'The text' })
  readonly text: string;

  @ApiProperty({ format: 'date-time', description: 'When it was created' })
  readonly createdAt: string;

  static from({ id, text, createdAt }: __Item__): __Item__Dto {
    return { id: formatId('__prefix__', id), text, createdAt: createdAt.toISOString() };
  }
}

/** Data of GET /__items__. */
export class __Item__ListDto {
  @ApiProperty({ type: [__Item__Dto], description: 'Newest first' })
  readonly __itemsVar__: __Item__Dto[];

  static from(__itemsVar__: readonly __Item__[]): __Item__ListDto {
    return { __itemsVar__: __itemsVar__.map((each) => __Item__Dto.from(each)) };
  }
}
