import { DAY_MICROS } from '@opal/domain/time'
import { expect, it } from 'vitest'
import { type ListingRow, listings } from '../../schema/orders.ts'
import { appendChanges } from '../../testing/append-changes.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { NO_LISTING_TERMS } from '../../testing/no-terms.ts'
import { id, ids, NOW, notificationMarket } from './testing/notification-market.ts'

const market = notificationMarket()
const APT = 100_000_000n
let count = 0

/** The owner lists a token that only the buyer can buy. */
async function reserve(change: Partial<ListingRow> = {}, atMicros = NOW) {
  count += 1
  const row: ListingRow = {
    marketplace: 'opal',
    listing_id: `0x${count.toString(16).padStart(64, '0')}`,
    token_data_id: ids.tokenDataId,
    property_version: 0n,
    token_standard: 'v2',
    collection_id: ids.collectionId,
    seller: ids.owner,
    price_octas: 2n * APT,
    state: 'open',
    validity: 'reserved',
    ...NO_LISTING_TERMS,
    reserved_for: ids.buyer,
    placed_version: 95n,
    placed_at_micros: NOW,
    last_version: 95n,
    last_event_index: 0,
    last_at_micros: NOW,
    ...change,
  }
  await insertRows(market.store, listings, [row])
  const placed = market.activity('list', { from: row.seller, orderId: row.listing_id, priceOctas: String(2n * APT) })
  await appendChanges(market.store, [{ ...placed, at_micros: atMicros }])
  const added = await market.drain()
  return { added, orderId: row.listing_id }
}

// @feature notifications.reserved
it('notify the wallet that alone can buy, of what, from whom and at which price', async () => {
  const { added, orderId } = await reserve()
  expect(added).toBe(1)
  expect(await market.notificationsOf(ids.buyer)).toMatchObject([
    {
      type: 'listing-reserved',
      tokenDataId: ids.tokenDataId,
      orderId,
      otherWallet: ids.owner,
      priceOctas: 2n * APT,
      collectionName: 'Monkeys',
    },
  ])
  expect(await market.drain()).toBe(0)
})

// @feature notifications.reserved
it.each<[string, Partial<ListingRow>]>([
  ['is for anyone', { reserved_for: null, validity: 'valid' }],
  ['has ended', { state: 'cancelled', validity: 'ended' }],
  ['has expired', { validity: 'expired' }],
  ['is of a collection that no one trades', { collection_id: id('dd') }],
])('notify no one of a listing that %s', async (_, change) => {
  expect((await reserve(change)).added).toBe(0)
})

// @feature notifications.reserved
it('notify of an untraded collection where it is verified', async () => {
  await market.store.pool.query('insert into account.verified_collections (collection_id) values ($1)', [id('dd')])
  expect((await reserve({ collection_id: id('dd') })).added).toBe(1)
})

// @feature notifications.reserved
it('notify ten times a day of one seller, and of others all the same', async () => {
  const added: number[] = []
  for (let at = 0; at < 12; at += 1) added.push((await reserve()).added)
  expect(added).toEqual([...Array(10).fill(1), 0, 0])
  expect((await reserve({ seller: id('5e') })).added).toBe(1)
  expect((await reserve({}, NOW + DAY_MICROS)).added).toBe(1)
})
