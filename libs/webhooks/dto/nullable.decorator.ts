import { ApiProperty } from '@nestjs/swagger';

interface NullableOptions {
  readonly description: string;
  readonly format?: string;
  readonly example?: unknown;
}

/** A field that is always there and may be null. */
export function Nullable(type: 'string' | 'integer', options: NullableOptions): PropertyDecorator {
  return ApiProperty({ ...options, type, nullable: true });
}
