import { bps } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'

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
  readonly lowestPrice: bigint | null
}

/**
 * Estimates what tokens bring when each in turn takes the bid that leaves most after commission and royalty. The dialog that
 * follows quotes them one by one.
 * @param royalties of each token, in basis points, in the order in which they are sold.
 */
export function estimateExit(bids: readonly ExitBid[], royalties: readonly number[]): ExitEstimate {
  const open = bids.map((bid) => ({ ...bid }))
  let [count, grossOctas, netOctas] = [0, 0n, 0n]
  let lowestPrice: bigint | null = null
  for (const royaltyBps of royalties) {
    const net = ({ price, commissionBps }: ExitBid) =>
      splitPrice(price, bps(commissionBps), bps(royaltyBps)).sellerOctas
    const [first, ...others] = open.filter(({ size }) => size > 0)
    if (first === undefined) break
    const best = others.reduce((most, bid) => (net(bid) > net(most) ? bid : most), first)
    best.size -= 1
    count += 1
    grossOctas += best.price
    netOctas += net(best)
    lowestPrice = lowestPrice === null || best.price < lowestPrice ? best.price : lowestPrice
  }
  return { count, grossOctas, netOctas, averageOctas: count === 0 ? 0n : netOctas / BigInt(count), lowestPrice }
}
