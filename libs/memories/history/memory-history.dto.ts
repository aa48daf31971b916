import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { formatId } from '@mneme/platform/ids';
import { integer, QueryField, text } from '@mneme/platform/validation';
import type { HistoryEntry, HistoryPage } from './memory-history.service.js';
import { TenantQuery } from '../dto/patch-memory.dto.js';

/** Query of GET /memories/{id}/history. */
export class MemoryHistoryQuery extends TenantQuery {
  @QueryField(integer(1, 100), { description: 'Versions a page', required: false, default: 50 })
  readonly limit?: number;

  @QueryField(text(1, 500), { description: 'nextCursor of the page before', required: false })
  readonly cursor?: string;
}

export class AuthorDto {
  @ApiProperty({ enum: ['apiKey', 'service', 'user'] })
  readonly type: string;

  @ApiProperty({
    example: 'key_01kaj3w5m8f5zrj0q7f8t1x2ya',
    description: 'Of the API key, also of one that a service token stands for; of a user the subject of the JWT',
  })
  readonly id: string;
}

/** A memory in one version. */
export class MemoryVersionDto {
  @ApiProperty({ description: 'As GET /memories/{id}?version= takes it', example: 3 })
  readonly version: number;

  @ApiProperty({ example: 'Anna prefers tea to coffee' })
  readonly content: string;

  @ApiProperty({ minimum: 0, maximum: 1 })
  readonly importance: number;

  @ApiProperty({ type: [String] })
  readonly tags: string[];

  @ApiProperty({ type: 'object', additionalProperties: true })
  readonly metadata: Record<string, unknown>;

  @ApiPropertyOptional({ format: 'date-time' })
  readonly expiresAt?: string;

  @ApiProperty({ format: 'date-time', description: 'When this version was written' })
  readonly updatedAt: string;

  @ApiProperty({ type: AuthorDto, nullable: true, description: 'Who wrote it; null for the command line and jobs' })
  readonly writtenBy: AuthorDto | null;

  @ApiPropertyOptional({
    type: [String],
    example: ['content'],
    description: 'What is different from the version before; left out where that is no longer kept',
  })
  readonly changed?: readonly string[];

  static from(entry: HistoryEntry): MemoryVersionDto {
    const { version, content, importance, tags, metadata, expiresAt, updatedAt, writtenBy, changed } = entry;
    return {
      version,
      content,
      importance,
      tags,
      metadata,
      ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
      updatedAt: updatedAt.toISOString(),
      writtenBy: authorOf(writtenBy),
      ...(changed === undefined ? {} : { changed }),
    };
  }
}

/** Data of GET /memories/{id}/history. */
export class MemoryHistoryDto {
  @ApiProperty({ type: [MemoryVersionDto], description: 'Newest first; the first one is the memory as it is now' })
  readonly versions: MemoryVersionDto[];

  @ApiProperty({ type: 'string', nullable: true, description: 'cursor of the next page; null at the end' })
  readonly nextCursor: string | null;

  static from({ entries, nextCursor }: HistoryPage): MemoryHistoryDto {
    return { versions: entries.map((entry) => MemoryVersionDto.from(entry)), nextCursor: nextCursor ?? null };
  }
}

/** As `currentAuthor` writes it. */
function authorOf(writtenBy: string | null): AuthorDto | null {
  if (writtenBy === null) return null;
  const colon = writtenBy.indexOf(':');
  const [type, id] = [writtenBy.slice(0, colon), writtenBy.slice(colon + 1)];
  return { type, id: type === 'user' ? id : formatId('key', id) };
}
