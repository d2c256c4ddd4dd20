import type { ListingFilled, ListingPlaced, MarketEvent } from '@opal/domain/market-event'
import { expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedTransaction } from '../batch.ts'
import { createNativeStore } from '../testing/empty-stores.ts'
import { address, batchOf, COLLECTION, described, eventBase, indexed, passes, token } from '../testing/market-story.ts'

const [TOKEN, SELLER, BUYER] = [address('a0'), address('5e'), address('b0')]
const listed = (version: bigint, index: number, price: bigint): ListingPlaced => ({
  ...eventBase(version, index, price),
  kind: 'listing-placed',
  token: token(TOKEN),
  listingId: 'one',
  seller: SELLER,
})
/** A sale whose event names neither seller nor price; `paid` is what someone paid someone before it. */
const sold = (version: bigint, index: number, paid: bigint, split: bigint | null = 10n): ListingFilled => ({
  ...eventBase(version, index, paid),
  kind: 'listing-filled',
  token: token(TOKEN),
  listingId: 'one',
  seller: null,
  buyer: BUYER,
  commissionOctas: split,
  royaltyOctas: split,
})
const at = (version: bigint, events: readonly MarketEvent[]) => indexed(version, events)
const minted = indexed(1n, [], { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, SELLER) })

const rows = async (store: Store) => ({
  sales: await store.db
    .selectFrom('market.sales')
    .select(['seller', 'buyer', 'price_octas', 'commission_octas', 'is_wash'])
    .orderBy('version')
    .execute(),
  listings: await store.db.selectFrom('market.listings').select(['state', 'price_octas']).execute(),
  activities: await store.db
    .selectFrom('market.activities')
    .select(['from_address', 'price_octas'])
    .where('kind', '=', 'sale')
    .orderBy('version')
    .execute(),
  stats: await store.db
    .selectFrom('market.collection_stats')
    .select(['floor_octas', 'volume_all_octas'])
    .where('collection_id', '=', COLLECTION)
    .execute(),
})

/** The rows that transactions end in, however they are cut into batches. */
async function outcomeOf(transactions: readonly IndexedTransaction[]) {
  const outcomes = []
  for (const cut of [transactions.map((each) => [each]), [transactions]]) {
    await using store = await createNativeStore()
    for (const batch of cut) await applyBatch(store.db, batchOf(batch))
    outcomes.push(await rows(store))
  }
  expect(outcomes[1]).toEqual(outcomes[0])
  return outcomes[0]
}

it('takes price and seller of a sale from its listing, whatever was paid to whom before it', async () => {
  const prices = { honest: 100n, invented: 9_000_000n, none: 0n }
  for (const paid of Object.values(prices)) {
    const split = paid === prices.honest ? 10n : null
    expect(
      await outcomeOf([minted, at(2n, [listed(2n, 0, 90n), listed(2n, 1, 100n)]), at(3n, [sold(3n, 0, paid)])]),
    ).toEqual({
      sales: [{ seller: SELLER, buyer: BUYER, price_octas: 100n, commission_octas: split, is_wash: false }],
      listings: [{ state: 'filled', price_octas: 100n }],
      activities: [{ from_address: SELLER, price_octas: 100n }],
      stats: [{ floor_octas: null, volume_all_octas: 100n }],
    })
  }
})

it('ends a listing and makes no sale of what cannot be priced', async () => {
  const twice = [sold(3n, 0, 100n), sold(3n, 1, 9_000_000n)]
  expect(await outcomeOf([minted, at(2n, [listed(2n, 0, 100n)]), at(3n, twice)])).toEqual({
    sales: [{ seller: SELLER, buyer: BUYER, price_octas: 100n, commission_octas: 10n, is_wash: false }],
    listings: [{ state: 'filled', price_octas: 100n }],
    activities: [
      { from_address: SELLER, price_octas: 100n },
      { from_address: null, price_octas: null },
    ],
    stats: [{ floor_octas: null, volume_all_octas: 100n }],
  })
  const unknown = await outcomeOf([minted, at(3n, [sold(3n, 0, 9_000_000n)])])
  expect(unknown).toMatchObject({ sales: [], listings: [], activities: [{ from_address: null, price_octas: null }] })
})

it('counts a listing that its owner buys as a wash sale', async () => {
  const own = { ...sold(3n, 0, 9_000_000n), buyer: SELLER }
  const { sales } = (await outcomeOf([minted, at(2n, [listed(2n, 0, 100n)]), at(3n, [own])])) ?? { sales: [] }
  expect(sales).toMatchObject([{ seller: SELLER, buyer: SELLER, price_octas: 100n, is_wash: true }])
})
