/** Weights between processes: the lexicon as pairs. */
export function toJson(weights) {
  return JSON.stringify({ ...weights, lexicon: [...weights.lexicon] });
}

export function fromJson(text) {
  const weights = JSON.parse(text);
  return { ...weights, lexicon: new Map(weights.lexicon) };
}
