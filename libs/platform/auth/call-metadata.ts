/** What the paths of all calls that count start with. */
export const API_PATH = '/api/v1/';

/** Metadata of a route that is open also where the month's calls are used up. */
export const ALSO_OUT_OF_CALLS = 'mneme:also-out-of-calls';

/** Metadata of a route that is open also while the tenant is being erased, and that makes no tenant of a new one. */
export const ALSO_DURING_ERASURE = 'mneme:also-during-erasure';
