/** @returns a warning for an answer that could not look at so many memories */
export function missingFeatures(memories: number): string[] {
  if (memories === 0) return [];
  const are = memories === 1 ? '1 memory is' : `${memories} memories are`;
  return [`${are} not analysed yet and did not count; they will be in a moment`];
}
