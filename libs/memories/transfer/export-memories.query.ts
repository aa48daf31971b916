import { MemoryFilterQuery } from '../dto/memory-filter.query.js';

/** Query of GET /memories/export. */
export class ExportMemoriesQuery extends MemoryFilterQuery {}
