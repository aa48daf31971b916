import { dateTime, type FieldType, listOf, unknownNames } from '@mneme/platform/validation';
import { DELETABLE_EXTERNAL_ID, DELETABLE_ID } from '../dto/memory-examples.js';
import { externalId, MAX_TAGS, memoryType, tag, tagsMode } from '../dto/memory-fields.js';
import { metadataFilter } from '../dto/metadata-filter.field.js';

const MAX_NAMED = 1_000;

/** An id of another form is that of no memory, as everywhere. */
const anyId: FieldType = {
  schema: { type: 'string' },
  faults: (value, path) => (typeof value === 'string' ? [] : [`${path} must be a text`]),
};

/**
 * How each condition is checked. All of those that are given must hold. One that leaves nothing out is refused, since it is
 * what becomes of `{ userId: undefined }` on its way here.
 */
const CONDITIONS: Readonly<Record<string, FieldType>> = {
  ids: listOf(anyId, 1, MAX_NAMED),
  type: memoryType,
  tags: listOf(tag, 1, MAX_TAGS),
  metadata: metadataFilter(1),
  createdTo: dateTime(),
  occurredTo: dateTime(),
  externalIds: listOf(externalId, 1, MAX_NAMED),
};
const FIELDS: Readonly<Record<string, FieldType>> = { ...CONDITIONS, tagsMode };

/** What the document says of each. */
const SHOWN: Readonly<Record<string, object>> = {
  ids: { description: 'Identifiers. Those that no memory has are ignored', example: [DELETABLE_ID] },
  type: { description: 'Only memories of this type', example: 'working' },
  tags: { description: 'Only memories with these tags', example: ['draft'] },
  metadata: {
    description: 'Only memories whose metadata has these values at the top level; of a list, one is enough',
    example: { userId: 'anna' },
  },
  createdTo: { description: 'Created then or earlier. A date alone is the whole day (UTC)', example: '2025-12-31' },
  occurredTo: {
    description: 'Happened then or earlier. A date alone is the whole day (UTC)',
    example: '2025-12-31',
  },
  externalIds: {
    description: 'Your own identifiers. Those that no memory has are ignored',
    example: [DELETABLE_EXTERNAL_ID],
  },
  tagsMode: { description: 'Whether a memory must have all tags or any of them', default: 'all', example: 'any' },
};

const NO_CONDITION = `must have at least one condition: ${Object.keys(CONDITIONS).join(', ')}`;

/** Which memories are to be deleted. One that would mean all memories is refused: it is more often a slip than meant. */
export const deletionFilter: FieldType = {
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(FIELDS).map(([name, { schema }]) => [name, { ...schema, ...SHOWN[name] }]),
    ),
    minProperties: 1,
    // `tagsMode` alone is no condition.
    not: { required: ['tagsMode'], maxProperties: 1 },
    additionalProperties: false,
  },
  faults: (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} must be an object`];
    const unknown = unknownNames(value, Object.keys(FIELDS));
    const faults = [
      ...unknown.map((name) => `${path}.${name} is not a field of this request`),
      ...Object.entries(value).flatMap(([name, each]) => FIELDS[name]?.faults(each, `${path}.${name}`) ?? []),
    ];
    return faults.length > 0 || isRestricting(value) ? faults : [`${path} ${NO_CONDITION}`];
  },
};

/** Whether there is any condition: `tagsMode` alone is none. */
function isRestricting(filter: object): boolean {
  return Object.entries(filter).some(([name, value]) => name !== 'tagsMode' && value !== undefined);
}
