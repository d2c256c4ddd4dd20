import type { Store } from '../../driver/connection.ts'

/** Columns of many offers, and their values by n, written straight into their table. */
export const OFFERS = {
  token_offers: ['offer_id, token_data_id, token_standard', `'o' || n, 't' || n, 'v1'`],
  collection_offers: ['offer_id, wanted_amount, remaining_amount', `'o' || n, 1, 1`],
} as const

/** Returns the top bid of the only collection, and the validity of its offers. */
export async function readBids(store: Store) {
  const stats = await store.db.selectFrom('market.collection_stats').select('top_bid_octas').executeTakeFirst()
  const offers = await store.db.selectFrom('market.collection_offers').select('validity').orderBy('offer_id').execute()
  return { top: stats?.top_bid_octas, validity: offers.map((row) => row.validity) }
}
