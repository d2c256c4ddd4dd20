import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readFrozenTokens, readOthersFloors } from './exit-facts.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

const LISTING = `insert into market.listings (marketplace, listing_id, token_data_id, property_version, token_standard, collection_id, seller,
  price_octas, state, validity, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)`

describe('floors of others', () => {
  beforeEach(() => store.pool.query('delete from market.listings; delete from market.collection_stats'))
  const now = { nowMicros: 10n ** 11n, leastOctas: 0n, sellers: ['0xa'] }

  it('are the usual ones of other sellers, supported up to five times the last sale or the top bid, and by none without a sale', async () => {
    const listing = fc.record({
      collection: fc.constantFrom('c1', 'c2'),
      seller: fc.constantFrom('0xa', '0xb'),
      price: fc.nat(40),
      validity: fc.constantFrom('valid', 'valid', 'expired'),
      state: fc.constantFrom('open', 'open', 'filled'),
    })
    type Asked = typeof listing extends fc.Arbitrary<infer One> ? One : never
    const asked: Asked = { collection: 'c1', seller: '0xb', price: 40, validity: 'valid', state: 'open' }
    const sold = { sold: 1, bid: 9, proceeds: 2 }
    /** A price that a bid of more than was ever received would support. */
    const ASKED_WITHIN_A_BID: [Asked[], { c1: typeof sold; c2: typeof sold }] = [[asked], { c1: sold, c2: sold }]
    const market = fc.record({ sold: fc.option(fc.nat(9)), bid: fc.option(fc.nat(9)), proceeds: fc.nat(9) })
    const markets = fc.record({ c1: market, c2: market })
    await fc.assert(
      fc.asyncProperty(fc.array(listing, { maxLength: 8 }), markets, async (listings, stats) => {
        await store.pool.query('delete from market.listings; delete from market.collection_stats')
        for (const [id, { sold, bid, proceeds }] of Object.entries(stats))
          await store.pool.query(
            `insert into market.collection_stats (collection_id, last_sale_octas, top_bid_octas, best_proceeds_octas, last_version)
              values ($1, $2, $3, $4, 1)`,
            [id, sold, bid, sold === null ? null : proceeds],
          )
        for (const [at, { collection, seller, price, validity, state }] of listings.entries())
          await store.pool.query(`${LISTING} values ('opal', $1, $1, 0, 'v2', $2, $3, $4, $5, $6, 1, 1, 1, 0, 1)`, [
            String(at),
            collection,
            seller,
            price,
            state,
            validity,
          ])
        const wanted = (['c1', 'c2'] as const).flatMap((id) => {
          const prices = listings.filter(
            (one) => one.collection === id && one.seller !== '0xa' && one.validity === 'valid' && one.state === 'open',
          )
          const { sold, bid, proceeds } = stats[id]
          if (prices.length === 0) return []
          const octas = Math.min(...prices.map(({ price }) => price))
          const isSupported = sold !== null && octas <= 5 * Math.max(sold, Math.min(bid ?? 0, proceeds))
          return [[id, { octas: BigInt(octas), isSupported }] as const]
        })
        expect(await readOthersFloors(store, ['c1', 'c2', 'c3'], now)).toEqual(new Map(wanted))
      }),
      { numRuns: runs(30), examples: [ASKED_WITHIN_A_BID] },
    )
  })
})

it('frozen tokens are those whose holding is soulbound now', async () => {
  const owned = `insert into chain.current_token_ownerships_v2 (token_data_id, property_version_v1, owner_address, storage_id, amount,
    is_soulbound_v2, token_standard, last_transaction_version, last_transaction_timestamp)`
  await store.pool.query(`${owned} values ('t1', 0, '0xa', 's1', 1, true, 'v2', 1, now()), ('t2', 0, '0xa', 's2', 1, false, 'v2', 1, now()),
    ('t3', 0, '0xa', 's3', 0, true, 'v2', 1, now()), ('t3', 0, '0xb', 's3', 1, null, 'v2', 1, now())`)
  expect(await readFrozenTokens(store, ['t1', 't2', 't3', 't4'])).toEqual(new Set(['t1']))
})

it('frozen tokens are found without the owner of each of hundreds', async () => {
  const ids = Array.from({ length: 500 }, (_, at) => `many${at}`)
  await store.pool.query(
    `insert into chain.current_token_ownerships_v2 (token_data_id, property_version_v1, owner_address, storage_id, amount,
       is_soulbound_v2, token_standard, last_transaction_version, last_transaction_timestamp)
     select id, 0, '0xa', id, 1, id = 'many7', 'v2', 1, now() from unnest($1::text[]) as id`,
    [ids],
  )
  for (const isAnalyzed of [false, true]) {
    if (isAnalyzed) await store.pool.query('analyze chain.current_token_ownerships_v2')
    const read = await countRowsRead(store, 'chain.current_token_ownerships_v2', async (reader) =>
      expect(await readFrozenTokens(reader, ids)).toEqual(new Set(['many7'])),
    )
    expect(read, String(isAnalyzed)).toBeLessThan(10n)
  }
})
