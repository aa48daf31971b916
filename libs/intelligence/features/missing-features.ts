/** An analysis waits so long for features that are being made of what its tenant stored last; without those it says so. */
export const FEATURES_WAIT_MS = 1_000;

/** @returns a warning for a response that left this number of memories out */
export function missingFeatures(memories: number): string[] {
  if (memories === 0) return [];
  const are = memories === 1 ? '1 memory is' : `${memories} memories are`;
  return [`${are} not analysed yet and did not count; they will be in a moment`];
}
