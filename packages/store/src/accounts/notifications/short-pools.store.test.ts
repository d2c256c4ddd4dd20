import { DAY_MICROS } from '@opal/domain/time'
import { expect, it } from 'vitest'
import { activities } from '../../schema/history.ts'
import { bidPools, type CollectionOfferRow, collectionOffers } from '../../schema/orders.ts'
import { appendChanges } from '../../testing/append-changes.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { notifyChanges } from './notify-changes.ts'
import { id, ids, NOW, notificationMarket } from './testing/notification-market.ts'

const market = notificationMarket()
let version = 5_000n

/** A pool with so many octas behind bids at these prices. */
async function fund(balance: bigint, prices: readonly bigint[], changes: Partial<CollectionOfferRow> = {}) {
  await market.store.pool.query('delete from market.bid_pools')
  await market.store.pool.query('delete from market.collection_offers where is_pooled')
  const pool = {
    marketplace: 'opal',
    wallet: ids.buyer,
    balance_octas: balance,
    last_version: version,
    last_at_micros: NOW,
  }
  await insertRows(market.store, bidPools, [pool])
  const offers = prices.map(
    (price, at): CollectionOfferRow => ({
      marketplace: 'opal',
      offer_id: id(`e${at}`),
      collection_id: ids.collectionId,
      buyer: ids.buyer,
      price_octas: price,
      set_root: null,
      wanted_amount: 2n,
      remaining_amount: balance / price,
      is_pooled: true,
      state: 'open',
      expires_at_seconds: NOW / 1_000_000n + 86_400n * 30n,
      validity: balance < price ? 'unfunded' : 'valid',
      placed_version: 95n,
      placed_at_micros: NOW,
      last_version: 95n,
      last_event_index: 0,
      last_at_micros: NOW,
      ...changes,
    }),
  )
  await insertRows(market.store, collectionOffers, offers)
}

/** Sales into bids that a pool pays: on any token of a collection, and on those of a set. */
type Accepted = 'accept-collection-bid' | 'accept-set-bid'

/** The pool changes, as a bid of its wallet is accepted or as the wallet moves money. */
async function change(accepted: Accepted | null, atMicros = NOW): Promise<number> {
  await announce(accepted, atMicros)
  return market.drain()
}

/** Announces it, without making notifications of it. */
async function announce(accepted: Accepted | null, atMicros: bigint): Promise<void> {
  version += 1n
  if (accepted !== null)
    await insertRows(market.store, activities, [
      {
        version,
        event_index: 3,
        kind: accepted,
        marketplace: 'opal',
        collection_id: ids.collectionId,
        token_data_id: ids.tokenDataId,
        from_address: id('5e'),
        to_address: ids.buyer,
        price_octas: 1n,
        amount: 1n,
        order_id: id('e9'),
        transaction_hash: null,
        at_micros: atMicros,
      },
    ])
  const payload = { marketplace: 'opal', wallet: ids.buyer }
  await appendChanges(market.store, [
    { version, at_micros: atMicros, collection_id: null, kind: 'pool_change', payload },
  ])
}

const APT = 100_000_000n

// @feature notifications.pool
it.each<Accepted>(['accept-collection-bid', 'accept-set-bid'])(
  'notify a bidder of the dearest bid that the pool no longer pays since another was accepted, once a day: %s',
  async (accepted) => {
    await fund(2n * APT, [APT, 5n * APT, 3n * APT])
    expect(await change(accepted)).toBe(1)
    expect(await market.notificationsOf(ids.buyer)).toMatchObject([
      { type: 'pool-short', priceOctas: 5n * APT, orderId: id('e1'), collectionName: 'Monkeys', tokenDataId: null },
    ])
    expect(await change(accepted, NOW + DAY_MICROS - 1n)).toBe(0)
    expect(await change(accepted, NOW + DAY_MICROS)).toBe(1)
  },
)

// @feature notifications.pool
it.each(['unfunded', 'expired'])(
  'look at a bounded number of the bids of a pool, however many of them are %s',
  async (validity) => {
    const dear = Array.from({ length: 2_000 }, (_, at) => 10n * APT + BigInt(at))
    await fund(2n * APT, [APT])
    await market.store.pool.query(
      `insert into market.collection_offers select (jsonb_populate_record(null::market.collection_offers, to_jsonb(o) ||
       jsonb_build_object('offer_id', 'dear' || n, 'price_octas', n, 'validity', $2::text))).*
     from (select * from market.collection_offers where is_pooled limit 1) o cross join unnest($1::numeric[]) as n`,
      [dear, validity],
    )
    await market.store.pool.query('analyze market.collection_offers')
    await announce('accept-collection-bid', NOW)
    const [read = 0n] = await rowsReadByWriter(market.store, ['market.collection_offers'], (db) =>
      notifyChanges({ db }, NOW),
    )
    expect(Number(read)).toBeLessThan(500)
    const notified = validity === 'unfunded' ? [{ type: 'pool-short', priceOctas: dear.at(-1) }] : []
    expect(await market.notificationsOf(ids.buyer)).toMatchObject(notified)
  },
)

// @feature notifications.pool
it.each<[string, boolean, bigint, Partial<CollectionOfferRow>]>([
  ['that the pool still pays', true, 5n * APT, {}],
  ['after a deposit or a withdrawal of the bidder', false, 0n, {}],
  ['that has expired', true, 0n, { expires_at_seconds: NOW / 1_000_000n }],
  ['that is over', true, 0n, { state: 'cancelled', validity: 'ended' }],
  ['whose bidder accepts no token', true, 0n, { validity: 'bidder-refuses' }],
  ['that locks its own money', true, 0n, { is_pooled: false }],
])('do not name a bid %s', async (_, isAccepted, balance, changes) => {
  await fund(balance, [5n * APT], changes)
  expect(await change(isAccepted ? 'accept-collection-bid' : null)).toBe(0)
  await fund(balance > 0n ? balance - 1n : balance, [5n * APT])
  expect(await change('accept-collection-bid')).toBe(1)
})
