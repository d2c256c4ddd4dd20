/** Returns the label of a range of ranks, of which at least one end is given. */
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
