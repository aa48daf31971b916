import { ApiProperty } from '@nestjs/swagger';

interface NullableOptions {
  readonly format?: string;
  readonly example?: unknown;
  readonly description?: string;
}

/** A field that is always there and may be null. */
export function Nullable(
  type: 'string' | 'number',
  { format, example, description = '' }: NullableOptions = {},
): PropertyDecorator {
  const filled = { type, ...(format === undefined ? {} : { format }) };
  const shown = example === undefined ? {} : { example };
  return ApiProperty({ oneOf: [filled, { type: 'null' as 'string' }], description, ...shown });
}
