import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'

/** A listing that can be bought, as the book counts it. */
export interface Ask {
  /** Octas. */
  readonly price: bigint
  /** Address of its seller. */
  readonly seller: string | null
}

/** All listings at one price, with the depth up to it. */
export interface AskLevel {
  readonly id: string
  /** Octas. */
  readonly price: string
  /** Items for sale at this price, and how many of them are the viewer's. */
  readonly size: number
  readonly own: number
  /** Items for sale at this price or less, and octas that all of them cost. */
  readonly depth: number
  readonly depthPrice: bigint
  /** Items that one sweep up to this price buys, and octas that they cost: what is the viewer's own is left out. */
  readonly swept: number
  readonly sweptPrice: bigint
  /** Depth as a share of the deepest level's, 0 to 1. */
  readonly share: number
}

/** Groups listings by price and accumulates their depth from the cheapest up. @param asks cheapest first. */
export function askLevels(asks: readonly Ask[], viewer: string | null): readonly AskLevel[] {
  const levels: AskLevel[] = []
  let [depth, depthPrice, swept, sweptPrice] = [0, 0n, 0, 0n]
  for (const { price, seller } of asks) {
    const isOwn = viewer !== null && seller === viewer
    depth += 1
    depthPrice += price
    if (!isOwn && swept < MAX_TRADE_ITEMS) {
      swept += 1
      sweptPrice += price
    }
    const before = levels.at(-1)?.price === String(price) ? levels.pop() : undefined
    const [size, own] = [(before?.size ?? 0) + 1, (before?.own ?? 0) + (isOwn ? 1 : 0)]
    const id = String(price)
    levels.push({ id, price: id, size, own, depth, depthPrice, swept, sweptPrice, share: depth / asks.length })
  }
  return levels
}
