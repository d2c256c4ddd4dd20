import type { TradeAnswer } from '@opal/contract/trading/trade'
import { formatAptExact } from '../../../shared/format/apt.ts'

/** An item as a sale asks for it. */
export interface BoundedItem {
  readonly tokenDataId: string
  readonly minPrice?: string | undefined
  /** Set where it may be sold into one bid alone. */
  readonly offerId?: string | undefined
}

/** Returns the answer to a sale with the least price in the reason of each item for which no such bid is left. */
export function withLeastPrices(answer: TradeAnswer, asked: readonly BoundedItem[]): TradeAnswer {
  const items = answer.items.map((item, at) => {
    const { tokenDataId, priceOctas, reason } = item
    const requested = asked[at]
    if (reason?.code !== 'price-changed' || requested?.minPrice === undefined || requested.offerId !== undefined)
      return item
    // A bid with a sufficient price keeps the reason that its simulation gave.
    const isTooLow = priceOctas === null || BigInt(priceOctas) < BigInt(requested.minPrice)
    if (tokenDataId !== requested.tokenDataId || !isTooLow) return item
    return {
      ...item,
      reason: { ...reason, sentence: `No bid of ${formatAptExact(requested.minPrice)} or more is left.` },
    }
  })
  return { ...answer, items }
}
