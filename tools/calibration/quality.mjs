/** How well each channel and their sum find the evidence. */
const depths = [1, 5, 10, 25];

/** @param runs [{ ranked: { channel: [memoryId] }, relevant: Set(memoryId) }] */
export function qualityTable(runs) {
  const channels = Object.keys(runs[0].ranked);
  return channels.map((channel) => ({
    channel,
    ...Object.fromEntries(depths.map((k) => [`R@${k}`, percent(runs, (run) => recall(run, channel, k))])),
    'P@5': percent(runs, (run) => hits(run, channel, 5) / 5),
    MRR: percent(runs, (run) => reciprocalRank(run, channel)),
  }));
}

function hits({ ranked, relevant }, channel, k) {
  return ranked[channel].slice(0, k).filter((id) => relevant.has(id)).length;
}

function recall(run, channel, k) {
  return hits(run, channel, k) / run.relevant.size;
}

function reciprocalRank({ ranked, relevant }, channel) {
  const rank = ranked[channel].findIndex((id) => relevant.has(id));
  return rank < 0 ? 0 : 1 / (rank + 1);
}

function percent(runs, of) {
  return Number(((100 * runs.reduce((sum, run) => sum + of(run), 0)) / runs.length).toFixed(1));
}
