import type { FieldType } from './field-type.js';
import { textFault } from './text-rules.js';

/**
 * A free-form JSON object.
 * @param maxBytes of its serialised form in UTF-8
 * @param maxDepth levels of objects and lists, the object itself being the first
 */
export function jsonObject(maxBytes: number, maxDepth: number): FieldType {
  return {
    schema: { type: 'object', additionalProperties: true },
    faults: (value, path) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} must be an object`];
      // First, so that no more than that is walked.
      const bytes = Buffer.byteLength(JSON.stringify(value));
      if (bytes > maxBytes) return [`${path} must have at most ${maxBytes} bytes as JSON`];
      const fault = deepFault(value, path, maxDepth);
      return fault === undefined ? [] : [fault];
    },
  };
}

/**
 * What of a value no text of the database, no UTF-8 and no JSON can hold, or what lies too deep.
 * @param path of the value; the message starts with it
 */
export function deepFault(value: unknown, path: string, levels: number): string | undefined {
  if (typeof value === 'string') return textFault(value, path)[0];
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `${path} is nested too deeply`;
  for (const [key, entry] of Object.entries(value)) {
    if (textFault(key, path).length > 0) return `${path} has a key with a NUL character or half of a surrogate pair`;
    const fault = deepFault(entry, path, levels - 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
