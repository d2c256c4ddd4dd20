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
  /** Ids of the only tokens that it takes; null for any of the collection. */
  readonly tokens: ReadonlySet<string> | null
}

/** A token that could be sold. */
export interface HeldToken {
  readonly tokenDataId: string
  /** In basis points; null where it is unknown, and not taken off. */
  readonly royaltyBps: number | null
}

/** Proceeds of selling tokens into bids. */
export interface ExitEstimate {
  /** The tokens that find a bid, by their places in the list. */
  readonly sold: readonly number[]
  /** Octas that the bids pay, and what reaches the seller. */
  readonly grossOctas: bigint
  readonly netOctas: bigint
  /** Net of one token on average, rounded down; 0 without tokens. */
  readonly averageOctas: bigint
  /** The lowest bid among them; null without tokens. */
  readonly lowestPrice: bigint | null
  /** The royalty of one of them is unknown and not taken off. */
  readonly isBeforeRoyalty: boolean
}

/**
 * Estimates what tokens bring when each in turn takes the bid that leaves most after commission and royalty. Tokens without a bid are
 * passed over. The dialog that follows quotes them one by one.
 * @param held in the order in which they are sold.
 * @param count tokens to sell at most.
 */
export function estimateExit(bids: readonly ExitBid[], held: readonly HeldToken[], count = held.length): ExitEstimate {
  const open = bids.map((bid) => ({ ...bid }))
  const sold: number[] = []
  let [grossOctas, netOctas] = [0n, 0n]
  let lowestPrice: bigint | null = null
  for (const [at, { tokenDataId, royaltyBps }] of held.entries()) {
    if (sold.length === count) break
    const net = ({ price, commissionBps }: ExitBid) =>
      splitPrice(price, bps(commissionBps), bps(royaltyBps ?? 0)).sellerOctas
    const [first, ...others] = open.filter(({ size, tokens }) => size > 0 && (tokens?.has(tokenDataId) ?? true))
    if (first === undefined) continue
    const best = others.reduce((most, bid) => (net(bid) > net(most) ? bid : most), first)
    best.size -= 1
    sold.push(at)
    grossOctas += best.price
    netOctas += net(best)
    lowestPrice = lowestPrice === null || best.price < lowestPrice ? best.price : lowestPrice
  }
  return {
    ...{ sold, grossOctas, netOctas, lowestPrice },
    averageOctas: sold.length === 0 ? 0n : netOctas / BigInt(sold.length),
    isBeforeRoyalty: sold.some((at) => held[at]?.royaltyBps === null),
  }
}
