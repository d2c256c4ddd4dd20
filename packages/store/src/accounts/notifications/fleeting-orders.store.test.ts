import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { appendChanges } from '../../testing/append-changes.ts'
import { CREATOR } from '../../testing/small-market-ids.ts'
import { addTokenSet, setKeyOf } from '../token-sets.ts'
import { id, ids, NOW, notificationMarket } from './testing/notification-market.ts'

const market = notificationMarket()
const { activity, drain, notificationsOf, signIn } = market

const NOW_SECONDS = NOW / 1_000_000n
/** Seconds for which an order is open; null: until it is cancelled. */
const openSeconds = fc.option(fc.oneof(fc.bigInt(0n, 1_200n), fc.constantFrom(599n, 600n), fc.bigInt(0n, 10n ** 9n)))
const isFleeting = (seconds: bigint | null) => seconds !== null && seconds < 600n
const endOf = (seconds: bigint | null) => (seconds === null ? null : String(NOW_SECONDS + seconds))

/** Stores a copy of an order with other columns. */
const store = (table: 'token_offers' | 'collection_offers' | 'listings', columns: Record<string, unknown>) =>
  market.store.pool.query(
    `insert into market.${table} select (jsonb_populate_record(null::market.${table}, to_jsonb(o) || $1::jsonb)).*
     from (select * from market.${table} where state = 'open' and validity = 'valid' order by 2 limit 1) o`,
    [JSON.stringify(columns)],
  )

// @feature notifications.fleeting-orders
describe('orders that end within ten minutes, before anyone could act on them', () => {
  let count = 0
  const newId = () => {
    count += 1
    return `0x${count.toString(16).padStart(64, '0')}`
  }
  beforeEach(() => signIn(CREATOR))

  it('notify no one of a bid on an item, on a collection or on a set', async () => {
    const root = id('5a').slice(2)
    const set = { root, collectionId: ids.collectionId, tokens: [setKeyOf(ids.tokenDataId, 0n)] }
    await addTokenSet(market.store, set, { client: 'a client', site: 'a site' })
    const all = ['token-bid', 'collection-bid', 'set-bid'] as const
    const kinds = fc.constantFrom(...all)
    await fc.assert(
      fc.asyncProperty(kinds, openSeconds, async (kind, seconds) => {
        await market.store.pool.query('delete from account.notifications')
        const orderId = newId()
        const bid = { offer_id: orderId, buyer: CREATOR, price_octas: '950000000', expires_at_seconds: endOf(seconds) }
        const isOnToken = kind === 'token-bid'
        await (isOnToken
          ? store('token_offers', bid)
          : store('collection_offers', { ...bid, set_root: kind === 'set-bid' ? root : null }))
        const tokenDataId = isOnToken ? ids.tokenDataId : null
        await appendChanges(market.store, [
          activity(kind, { from: CREATOR, orderId, tokenDataId, priceOctas: '950000000' }),
        ])
        await drain()
        const notified = [ids.owner, ids.buyer].map(async (wallet) =>
          (await notificationsOf(wallet)).map(({ type }) => type),
        )
        const toHolder = kind === 'collection-bid' ? [] : ['offer-received']
        const toBidder = kind === 'set-bid' ? [] : ['outbid']
        expect(await Promise.all(notified), `${kind} ${seconds}`).toEqual(
          isFleeting(seconds) ? [[], []] : [toHolder, toBidder],
        )
        await market.store.pool.query('delete from market.token_offers where offer_id = $1', [orderId])
        await market.store.pool.query('delete from market.collection_offers where offer_id = $1', [orderId])
      }),
      {
        numRuns: runs(40),
        examples: all.flatMap((kind): [typeof kind, bigint][] => [
          [kind, 599n],
          [kind, 600n],
        ]),
      },
    )
  })

  it('notify no one for whom they are reserved', async () => {
    await fc.assert(
      fc.asyncProperty(openSeconds, async (seconds) => {
        await market.store.pool.query('delete from account.notifications')
        const listing_id = newId()
        const terms = { reserved_for: ids.buyer, validity: 'reserved', expires_at_seconds: endOf(seconds) }
        await store('listings', { listing_id, ...terms })
        await appendChanges(market.store, [activity('list', { from: ids.owner, orderId: listing_id })])
        expect(await drain()).toBe(isFleeting(seconds) ? 0 : 1)
      }),
      { numRuns: runs(20), examples: [[599n], [600n]] },
    )
  })

  it('are no floor that moved, unless another listing at that price lasts', async () => {
    const moveTo = async (price: bigint) => {
      await market.store.pool.query('update market.collection_stats set floor_octas = $1 where collection_id = $2', [
        price,
        ids.collectionId,
      ])
      const change = { version: 95n, at_micros: NOW, collection_id: ids.collectionId, kind: 'floor_change' }
      await appendChanges(market.store, [{ ...change, payload: { old: '200000000', new: String(price) } }])
      return drain()
    }
    await fc.assert(
      fc.asyncProperty(fc.array(openSeconds, { minLength: 1, maxLength: 3 }), async (all) => {
        await market.store.pool.query('delete from account.notifications')
        await market.store.pool.query('update account.notification_floors set floor_octas = 200000000')
        for (const seconds of all)
          await store('listings', { listing_id: newId(), price_octas: '110000', expires_at_seconds: endOf(seconds) })
        expect(await moveTo(110_000n)).toBe(all.every(isFleeting) ? 0 : 1)
        await market.store.pool.query('delete from market.listings where price_octas = 110000')
        // It is back where it was.
        expect(await moveTo(200_000_000n)).toBe(all.every(isFleeting) ? 0 : 1)
      }),
      { numRuns: runs(20), examples: [[[1n]], [[599n, 600n]]] },
    )
  })
})

// @feature notifications.floors
it('a floor that has moved on since is reported by its later move', async () => {
  const change = { version: 95n, at_micros: NOW, collection_id: ids.collectionId, kind: 'floor_change' }
  await market.store.pool.query('update market.collection_stats set floor_octas = 200000000')
  await appendChanges(market.store, [{ ...change, payload: { old: '200000000', new: '110000' } }])
  expect(await drain()).toBe(0)
  await appendChanges(market.store, [{ ...change, payload: { old: '110000', new: '200000000' } }])
  expect(await drain()).toBe(0)
})
