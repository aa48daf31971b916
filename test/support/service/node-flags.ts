/**
 * Flags of the processes that tests start for a few requests. The embedded database is 9 MB of WebAssembly: compiled once, without the second
 * and slower compilation of what is used often, a start takes a quarter less of a core and behaves the same.
 */
export const NODE_FLAGS = ['--liftoff-only'];

/** Flags of those that a benchmark measures: what the script `start` of package.json gives. */
export const MEASURED_FLAGS = ['--max-semi-space-size=8'];
