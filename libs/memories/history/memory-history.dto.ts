import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { formatId } from '@mneme/platform/ids';
import { cursorField, integer, QueryField } from '@mneme/platform/validation';
import type { HistoryEntry, HistoryPage } from './memory-history.service.js';
import { TenantQuery } from '../dto/patch-memory.dto.js';

/** Query of GET /memories/{id}/history. */
export class MemoryHistoryQuery extends TenantQuery {
  @QueryField(integer(1, 100), {
    description: 'Maximum number of versions in the response',
    required: false,
    default: 50,
    example: 10,
  })
  readonly limit?: number;

  @QueryField(cursorField(500), {
    description: '`nextCursor` of the previous page',
    required: false,
    example: 'WzJd',
  })
  readonly cursor?: string;
}

export class AuthorDto {
  @ApiProperty({ enum: ['apiKey', 'service', 'user'], description: 'Kind of the credential' })
  readonly type: string;

  @ApiProperty({
    example: 'key_01kaj3w5m8f5zrj0q7f8t1x2ya',
    description: 'Id of the API key, also for a service token made from it; for a user, the subject of the JWT',
  })
  readonly id: string;
}

/** A memory in one version. */
export class MemoryVersionDto {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Number of the version, as in its `ETag`. `GET /memories/{id}?version=` takes it',
    example: 2,
  })
  readonly version: number;

  @ApiProperty({ example: 'Anna prefers tea to coffee', description: 'The text' })
  readonly content: string;

  @ApiProperty({ minimum: 0, maximum: 1, example: 0.7, description: 'How much it mattered' })
  readonly importance: number;

  @ApiProperty({ type: [String], example: ['anna', 'drinks'], description: 'Labels' })
  readonly tags: string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { source: 'chat' },
    description: 'Your own data',
  })
  readonly metadata: Record<string, unknown>;

  @ApiPropertyOptional({ format: 'date-time', description: 'When it expires, if it does' })
  readonly expiresAt?: string;

  @ApiProperty({ format: 'date-time', description: 'When this version was written' })
  readonly updatedAt: string;

  @ApiProperty({
    type: AuthorDto,
    nullable: true,
    description: 'Who wrote it. `null` for the command line and for jobs',
  })
  readonly writtenBy: AuthorDto | null;

  @ApiPropertyOptional({
    type: [String],
    example: ['importance'],
    description: 'Fields that differ from the version before. Left out if that version is no longer kept',
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
  @ApiProperty({
    type: [MemoryVersionDto],
    description: 'Newest first. The first one on the first page is the memory as it is now',
  })
  readonly versions: MemoryVersionDto[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: '`cursor` of the next page. `null` on the last page',
    example: 'WzJd',
  })
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
