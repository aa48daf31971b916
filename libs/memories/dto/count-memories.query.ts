import { MemoryFilterQuery } from './memory-filter.query.js';

/** Query of GET /memories/count. */
export class CountMemoriesQuery extends MemoryFilterQuery {}
