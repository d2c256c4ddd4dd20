/** Names a range of ranks, one end of which at least is given. */
export function rankLabel({
  minRank,
  maxRank,
}: {
  readonly minRank: number | null
  readonly maxRank: number | null
}): string {
  if (minRank === null) return `Rank up to ${maxRank}`
  return maxRank === null ? `Rank from ${minRank}` : `Rank ${minRank} to ${maxRank}`
}
