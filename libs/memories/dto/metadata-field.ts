import { statedMoment } from '@mneme/platform/clock';
import { type FieldType, jsonObject } from '@mneme/platform/validation';

const MAX_BYTES = 16_384;
const MAX_DEPTH = 8;

/**
 * Free-form metadata. What search and analyses read of it must be readable: an `occurredAt` that says nothing would be
 * left out of every question about its day, and nobody would know why.
 */
export function metadataField(): FieldType {
  const free = jsonObject(MAX_BYTES, MAX_DEPTH);
  return {
    ...free,
    faults: (value, path) => {
      const faults = free.faults(value, path);
      if (faults.length > 0) return faults;
      const { occurredAt = null } = value as { occurredAt?: unknown };
      if (occurredAt === null || statedMoment(occurredAt) !== undefined) return [];
      return [
        `${path}.occurredAt must be an ISO 8601 date or date and time, a Unix time in seconds or milliseconds, or an RFC 2822 date, in the years 100 to 9999`,
      ];
    },
  };
}
