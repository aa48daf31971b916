/** What the paths of all calls that count start with. */
export const API_PATH = '/api/v1/';

/** Metadata of a route that is open also where the month's calls are used up. */
export const ALSO_OUT_OF_CALLS = 'mneme:also-out-of-calls';
