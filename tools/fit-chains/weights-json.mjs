/** Weights between processes: lexicons as pairs. */
export function toJson(weights) {
  return JSON.stringify({ ...weights, lexicon: [...weights.lexicon], favours: [...weights.favours] });
}

export function fromJson(text) {
  const weights = JSON.parse(text);
  return { ...weights, lexicon: new Map(weights.lexicon), favours: new Map(weights.favours) };
}
