import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { isOffered } from '@opal/marketplaces/payload/build-payload'
import type { Store } from '@opal/store/driver/connection'
import { writeQueuedListItems } from '@opal/store/testing/write-queued-list-items'
import { anyFilter, anyTokens, numberedId, type ReferenceToken } from './reference-items.ts'
import { writeReferenceItems } from './write-reference-items.ts'

/** Who buys, and lists some of the tokens. */
export const BUYER = numberedId(0xb0b)
export const SELLERS = [BUYER, numberedId(0xa), numberedId(0xc)]
/** Where tokens of the second standard can be bought. */
export const MARKETPLACES = contractsOf('local').flatMap((one) => (isOffered(one, 'buy') ? one.adapter.id : []))

/** Those that let users out only. */
export const CLOSED = contractsOf('local').flatMap((one) => (one.contracts.status === 'active' ? [] : one.adapter.id))

/** Generates tokens that are listed here and there, also where nothing can be bought any more. */
export const anyMarket = anyTokens([...MARKETPLACES, ...CLOSED], SELLERS).map((tokens) =>
  tokens.map((token) => ({
    ...token,
    listings: token.listings.map((one) => ({ ...one, isClosed: CLOSED.includes(one.marketplace) })),
  })),
)

/** Generates filters of such tokens. */
export const anyMarketFilter = anyFilter([...MARKETPLACES, ...CLOSED])

let collections = 0

/** Writes a market, in place of those before, as a collection that nothing is known of yet. @returns its id */
export async function writeMarket(
  store: Pick<Store, 'db' | 'pool'>,
  tokens: readonly ReferenceToken[],
  hasListItems: boolean,
): Promise<string> {
  collections += 1
  const collectionId = numberedId(0xc0_0000 + collections)
  await store.pool.query('delete from chain.current_token_datas_v2')
  await store.pool.query(
    'truncate market.token_list_items, market.token_list_item_queue, market.token_rarity, market.listings, market.sales',
  )
  await writeReferenceItems(store, collectionId, tokens)
  if (hasListItems) await writeQueuedListItems(store)
  return collectionId
}
