import { batchOf, listingsOf, type TradeMaker } from './made-trade.ts'
import { collectionIdOf } from './trade-fixtures.ts'

/** Correct purchases by kind. */
export const PURCHASES = {
  async buy(facts) {
    const { isBestEffort } = facts
    const { listings, chosen, items, total } = listingsOf(facts)
    const named = chosen.map((one, at) => ({ ...one, maxPrice: String(listings[at]?.priceOctas) }))
    return {
      draft: { call: 'buy', body: { items: named, bestEffort: isBestEffort } },
      items,
      gain: -total,
      built: await batchOf({ kind: 'purchase-many', listings, isBestEffort, maxOctas: total }),
    }
  },
  async sweep(facts) {
    const { listings, items, total } = listingsOf(facts)
    const body = { collectionId: collectionIdOf(facts), count: listings.length, budget: String(total) }
    return {
      draft: { call: 'sweep', body },
      items,
      gain: -total,
      built: await batchOf({ kind: 'purchase-many', listings, isBestEffort: false, maxOctas: total }),
    }
  },
} satisfies Record<string, TradeMaker>
