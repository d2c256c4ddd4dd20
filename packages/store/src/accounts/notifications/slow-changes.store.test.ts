import { describe, expect, it } from 'vitest'
import { appendChanges } from '../../testing/append-changes.ts'
import { failNotifications } from '../../testing/fail-notifications.ts'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { CREATOR } from '../../testing/small-market-ids.ts'
import { isUnmade, notifyChanges } from './notify-changes.ts'
import { ids, NOW, notificationMarket } from './testing/notification-market.ts'

const market = notificationMarket()
const { activity, drain, notificationsOf, typesOf } = market

const BIDS = 20

/** Stores open bids of a wallet above all others, as many as are asked for. */
async function storeBids(table: 'token_offers' | 'collection_offers', buyer: string, count: number): Promise<void> {
  await market.store.pool.query(
    `insert into market.${table} select (jsonb_populate_record(null::market.${table}, to_jsonb(o) || jsonb_build_object(
       'offer_id', 'own' || n, 'buyer', $1::text, 'price_octas', 1000000000 + n, 'expires_at_seconds', null))).*
     from (select * from market.${table} where buyer = $2 and state = 'open' limit 1) o cross join generate_series(1, $3::int) n`,
    [buyer, ids.buyer, count],
  )
  await market.store.pool.query(`analyze market.${table}`)
}

// @feature notifications.bids
describe('a bid of one who has many', () => {
  it.each([
    ['token_offers', 'token-bid', 100],
    ['token_offers', 'token-bid', 1_500],
    ['collection_offers', 'collection-bid', 100],
    ['collection_offers', 'collection-bid', 1_500],
  ] as const)(
    'is compared with a bounded number of these, however many they are: %s, %s, %i',
    async (table, kind, count) => {
      await storeBids(table, CREATOR, count)
      const bids = Array.from({ length: BIDS }, (_, at) =>
        activity(kind, { from: CREATOR, priceOctas: String(2_000_000_000 + at) }),
      )
      await appendChanges(market.store, bids)
      const [read = 0n] = await rowsReadByWriter(market.store, [`market.${table}`], (db) => notifyChanges({ db }, NOW))
      expect(Number(read)).toBeLessThan(BIDS * (Math.min(count, 1_000) + 20))
      expect(await typesOf(ids.buyer)).toEqual(count < 1_000 ? ['outbid'] : [])
    },
  )
})

// @feature notifications.bids
describe('a bid on a token that many hold', () => {
  it.each([200, 4_000])('has a few of its holders and owners looked at, however many they are: %i', async (holders) => {
    await market.store.pool.query(
      `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select $1, n % 2, 'holder ' || n, $2, 1 from generate_series(1, $3::int) n`,
      [ids.tokenDataId, ids.collectionId, holders],
    )
    await market.store.pool.query(
      `insert into chain.current_token_ownerships_v2 (token_data_id, property_version_v1, owner_address, storage_id, amount,
        token_standard, last_transaction_version, last_transaction_timestamp)
      select $1, n % 2, 'holder ' || n, 'table ' || n, 1, 'v1', n, 'epoch' from generate_series(1, $2::int) n`,
      [ids.tokenDataId, holders],
    )
    const bids = Array.from({ length: BIDS }, () => activity('token-bid', { from: CREATOR, priceOctas: '2000000000' }))
    await appendChanges(market.store, bids)
    const tables = ['market.token_holders', 'chain.current_token_ownerships_v2'] as const
    const read = await rowsReadByWriter(market.store, tables, (db) => notifyChanges({ db }, NOW))
    for (const rows of read) expect(Number(rows)).toBeLessThan(BIDS * 40)
    expect(await typesOf(ids.owner)).toEqual([])
  })
})

// @feature notifications.bids
describe('a bid that is taken back', () => {
  it.each([
    [100, ['offer-received']],
    [3_000, []],
  ])('has the next best looked for among a bounded number of others: %i', async (count, types) => {
    const { rows } = await market.store.pool.query(
      `select offer_id, price_octas from market.token_offers where buyer = $1 and state = 'open'`,
      [ids.buyer],
    )
    // All are dearer than the next best, and placed after the bid was taken back.
    await storeBids('token_offers', CREATOR, count + 1)
    await market.store.pool.query(
      `update market.token_offers set placed_version = case offer_id when 'own1' then 1 else 1000000000 end where buyer = $1`,
      [CREATOR],
    )
    await market.store.pool.query(
      `update market.token_offers set price_octas = 10000000000, state = 'cancelled', validity = 'ended' where offer_id = $1`,
      [rows[0]?.offer_id],
    )
    const taken = () => activity('cancel-token-bid', { from: ids.buyer, orderId: rows[0]?.offer_id })
    await appendChanges(market.store, Array.from({ length: BIDS }, taken))
    const [read = 0n] = await rowsReadByWriter(market.store, ['market.token_offers'], (db) =>
      notifyChanges({ db }, NOW),
    )
    expect(Number(read)).toBeLessThan(BIDS * (Math.min(count, 1_000) + 20))
    expect(await typesOf(ids.owner)).toEqual(types)
  })
})

describe('changes whose notifications cannot be made', () => {
  const sale = () => activity('sale', { from: ids.owner, to: CREATOR, priceOctas: '200' })
  const faultOf = (most?: number) => notifyChanges(market.store, NOW, most).catch((error: unknown) => error)

  it.each(['57014', '22003'])('fail with others, and are passed over alone: %s', async (sqlState) => {
    const [before, slow, after] = [sale(), sale(), sale()]
    await failNotifications(market.store, [slow.version], sqlState)
    await appendChanges(market.store, [before, slow, after])
    expect(isUnmade(await faultOf())).toBe(true)
    const steps = []
    for (const _ of [before, slow, after]) steps.push((await notifyChanges(market.store, NOW, 1)).added)
    expect(steps).toEqual([1, 0, 1])
    expect(await notifyChanges(market.store, NOW, 1)).toEqual({ added: 0, hasMore: false })
    expect((await notificationsOf(ids.owner)).map(({ version }) => version)).toEqual([after.version, before.version])
  })

  it('are not passed over where the store is away', async () => {
    const lost = sale()
    await failNotifications(market.store, [lost.version], '57P01')
    await appendChanges(market.store, [lost])
    const fault = await faultOf(1)
    expect(fault).toBeInstanceOf(Error)
    expect(isUnmade(fault)).toBe(false)
    await market.store.pool.query('drop trigger fail_at on account.notifications')
    expect(await drain()).toBe(1)
  })
})
