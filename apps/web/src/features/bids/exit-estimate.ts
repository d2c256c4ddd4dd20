/** One bid that an owner could sell into, with the rate that its marketplace takes. */
export interface ExitBid {
  /** Octas per token. */
  readonly price: bigint
  /** Tokens it still wants. */
  readonly size: number
  /** Commission of its marketplace, in basis points. */
  readonly commissionBps: number
}

/** Proceeds of selling tokens into bids. */
export interface ExitEstimate {
  /** Tokens that find a bid. */
  readonly count: number
  /** Octas that the bids pay, and what reaches the seller. */
  readonly grossOctas: bigint
  readonly netOctas: bigint
  /** Net of one token on average, rounded down; 0 without tokens. */
  readonly averageOctas: bigint
  /** The lowest bid among them; null without tokens. */
  readonly lastPrice: bigint | null
}

/**
 * Estimates what so many tokens bring when each takes the bid that leaves most after commission and royalty. The dialog that
 * follows quotes them one by one.
 */
export function estimateExit(bids: readonly ExitBid[], royaltyBps: number, count: number): ExitEstimate {
  const net = ({ price, commissionBps }: ExitBid) =>
    price - (price * BigInt(commissionBps)) / 10_000n - (price * BigInt(royaltyBps)) / 10_000n
  const best = bids.toSorted((a, b) => (net(a) < net(b) ? 1 : net(a) > net(b) ? -1 : 0))
  let [left, grossOctas, netOctas] = [count, 0n, 0n]
  let lastPrice: bigint | null = null
  for (const bid of best) {
    const taken = Math.min(left, bid.size)
    if (taken <= 0) break
    left -= taken
    grossOctas += bid.price * BigInt(taken)
    netOctas += net(bid) * BigInt(taken)
    lastPrice = bid.price
  }
  const sold = count - left
  return { count: sold, grossOctas, netOctas, averageOctas: sold === 0 ? 0n : netOctas / BigInt(sold), lastPrice }
}
