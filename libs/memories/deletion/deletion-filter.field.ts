import { dateTime, type FieldType, listOf, oneOf, unknownNames } from '@mneme/platform/validation';
import { externalId, memoryType, tags } from '../dto/memory-fields.js';
import { metadataFilter } from '../dto/metadata-filter.field.js';

const MAX_NAMED = 1_000;

/** An id of another form is that of no memory, as everywhere. */
const anyId: FieldType = {
  schema: { type: 'string' },
  faults: (value, path) => (typeof value === 'string' ? [] : [`${path} must be a text`]),
};

/** How each condition is checked. All of those that are given must hold. */
const CONDITIONS: Readonly<Record<string, FieldType>> = {
  ids: listOf(anyId, 1, MAX_NAMED),
  type: memoryType,
  tags,
  metadata: metadataFilter(),
  createdTo: dateTime(),
  occurredTo: dateTime(),
  externalIds: listOf(externalId, 1, MAX_NAMED),
};
const FIELDS: Readonly<Record<string, FieldType>> = { ...CONDITIONS, tagsMode: oneOf(['all', 'any']) };

const NO_CONDITION = `must have at least one condition: ${Object.keys(CONDITIONS).join(', ')}`;

/** Which memories are to be deleted. One that would mean all memories is refused: it is more often a slip than meant. */
export const deletionFilter: FieldType = {
  schema: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(FIELDS).map(([name, { schema }]) => [name, schema])),
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

/** Whether any condition leaves memories out: no tags and no metadata do not. */
function isRestricting(filter: object): boolean {
  return Object.entries(filter).some(([name, value]) => {
    if (name === 'tagsMode' || value === undefined) return false;
    return typeof value !== 'object' || Object.keys(value as object).length > 0;
  });
}
