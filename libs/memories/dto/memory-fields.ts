import { statedMoment } from '@mneme/platform/clock';
import {
  dateTime,
  type FieldOptions,
  type FieldType,
  integer,
  listOf,
  named,
  number,
  oneOf,
  text,
} from '@mneme/platform/validation';
import { MEMORY_TYPES, TYPE_DESCRIPTION } from '../storage/memory-types.js';
import { tagField } from '../storage/tags.js';
import { metadataField } from './metadata-field.js';

const NO_SEGMENT = ['.', '..'];

/** The fields of a memory, as every request that carries them checks them. */
export const content = text(1, 10_000);
export const memoryType = named('MemoryType', TYPE_DESCRIPTION, oneOf(MEMORY_TYPES));
export const tagsMode = named('TagsMode', 'Whether a memory must have all tags or any of them', oneOf(['all', 'any']));
export const importance = number(0, 1);
export const tag = tagField();
export const MAX_TAGS = 50;
export const tags = listOf(tag, 0, MAX_TAGS);
export const metadata = metadataField();
export const externalId = ownId();
export const instant = dateTime();
/** A hundred years. */
export const ttlSeconds = orNull(integer(1, 3_153_600_000));
export const expiresAt = orNull(futureMoment());

/** How every request that takes them describes them. */
export const EXPIRES_AT: FieldOptions = {
  description:
    'When the memory expires: from then on, no request returns it. ISO 8601 or a Unix time in seconds or milliseconds, in the future. `null`: never. Give either this or `ttlSeconds`',
  required: false,
  example: '2036-01-01T00:00:00Z',
};
export const TTL_SECONDS: FieldOptions = {
  description: 'Seconds from now until the memory expires. `null`: never. Give either this or `expiresAt`',
  required: false,
  example: 86_400,
};

/** Clocks of clients run ahead by so much. */
const AHEAD_MS = 60_000;

/** Part of an address: what `URL` takes for a way up could never be asked for. */
function ownId(): FieldType {
  const kept = text(1, 255);
  return {
    schema: { ...kept.schema, not: { enum: NO_SEGMENT } },
    faults: (value, path) =>
      NO_SEGMENT.includes(value as string) ? [`${path} must not be "." or ".."`] : kept.faults(value, path),
  };
}

/** When something was said elsewhere: not later than now. */
export function pastInstant(): FieldType {
  return {
    schema: instant.schema,
    faults: (value, path) => {
      const faults = instant.faults(value, path);
      if (faults.length > 0) return faults;
      return Date.parse(value as string) <= Date.now() + AHEAD_MS ? [] : [`${path} must not be in the future`];
    },
  };
}

function futureMoment(): FieldType {
  return {
    schema: {
      oneOf: [
        { type: 'string', minLength: 1, maxLength: 64 },
        { type: 'number', exclusiveMinimum: 0, maximum: 253_402_300_799_999 },
      ],
    },
    faults: (value, path) => {
      const moment = statedMoment(value);
      if (moment === undefined) {
        return [`${path} must be an ISO 8601 date or date and time, or a Unix time in seconds or milliseconds`];
      }
      return moment.at > Date.now() ? [] : [`${path} must be in the future`];
    },
  };
}

function orNull(type: FieldType): FieldType {
  return {
    schema: { ...type.schema, nullable: true },
    faults: (value, path) => (value === null ? [] : type.faults(value, path)),
  };
}
