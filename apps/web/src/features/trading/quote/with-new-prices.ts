import type { TradeAnswer } from '@opal/contract/trading/trade'
import { formatAptExact } from '../../../shared/format/apt.ts'

/** An item as a purchase asks for it. */
export interface PricedItem {
  readonly tokenDataId: string
  readonly maxPrice?: string | undefined
}

/**
 * Returns the answer to a purchase with the new price in the reason of each item that costs more than was asked for. A reason of the
 * simulation is left alone: the price of its item is the one that was asked for.
 */
export function withNewPrices(answer: TradeAnswer, asked: readonly PricedItem[]): TradeAnswer {
  const items = answer.items.map((item) => {
    const { tokenDataId, priceOctas, reason } = item
    if (reason?.code !== 'price-changed' || priceOctas === null) return item
    const isDearer = asked.some(
      ({ tokenDataId: id, maxPrice }) =>
        id === tokenDataId && maxPrice !== undefined && BigInt(maxPrice) < BigInt(priceOctas),
    )
    return isDearer
      ? { ...item, reason: { ...reason, sentence: `The price is now ${formatAptExact(priceOctas)}.` } }
      : item
  })
  return { ...answer, items }
}
