export { ApiPromise, type RateLimitState, type ResponseDetails, type WithResponse } from './api-promise.js';
export { Mneme, type MnemeOptions } from './client.js';
export * from './errors.js';
export type * from './generated/types.gen.js';
export type { MemoryFilter, MemoryListParams, SearchParams } from './memories.js';
export type { PageList } from './paginate.js';
export type { ImportParams, ImportRun } from './transfer.js';
export type { RequestOptions } from './transport.js';
export { unwrapWebhook, type HeaderSource, type UnwrapOptions } from './webhooks.js';
