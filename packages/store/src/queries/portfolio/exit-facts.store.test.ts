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
  beforeEach(() => store.pool.query('delete from market.listings'))

  it('are the lowest prices of live listings of other sellers', async () => {
    const listing = fc.record({
      ...{ collection: fc.constantFrom('c1', 'c2'), seller: fc.constantFrom('0xa', '0xb'), price: fc.nat(9) },
      validity: fc.constantFrom('valid', 'valid', 'expired'),
      state: fc.constantFrom('open', 'open', 'filled'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(listing, { maxLength: 8 }), async (listings) => {
        await store.pool.query('delete from market.listings')
        for (const [at, { collection, seller, price, validity, state }] of listings.entries())
          await store.pool.query(`${LISTING} values ('opal', $1, $1, 0, 'v2', $2, $3, $4, $5, $6, 1, 1, 1, 0, 1)`, [
            ...[String(at), collection, seller, price, state, validity],
          ])
        const wanted = ['c1', 'c2', 'c3'].flatMap((id) => {
          const prices = listings.filter(
            (one) => one.collection === id && one.seller !== '0xa' && one.validity === 'valid' && one.state === 'open',
          )
          return prices.length === 0 ? [] : [[id, BigInt(Math.min(...prices.map(({ price }) => price)))] as const]
        })
        expect(await readOthersFloors(store, ['0xa'], ['c1', 'c2', 'c3'])).toEqual(new Map(wanted))
      }),
      { numRuns: runs(30) },
    )
  })

  it('are looked for among a thousand listings, however many of the cheapest are one’s own', async () => {
    await store.pool.query(`${LISTING}
      select 'opal', n::text, n::text, 0, 'v2', 'c1', case when n > 3000 then '0xb' else '0xa' end, n, 'open', 'valid', 1, 1, 1, 0, 1
      from generate_series(1, 4000) n; analyze market.listings`)
    const read = (reader: Parameters<typeof readOthersFloors>[0]) => readOthersFloors(reader, ['0xa'], ['c1'])
    expect(await read(store)).toEqual(new Map())
    expect(await countRowsRead(store, 'market.listings', read)).toBeLessThanOrEqual(1_000n)
    expect(await readOthersFloors(store, ['0xb'], ['c1'])).toEqual(new Map([['c1', 1n]]))
  })
})

it('frozen tokens are those whose holding is soulbound now', async () => {
  const owned = `insert into chain.current_token_ownerships_v2 (token_data_id, property_version_v1, owner_address, storage_id, amount,
    is_soulbound_v2, token_standard, last_transaction_version, last_transaction_timestamp)`
  await store.pool.query(`${owned} values ('t1', 0, '0xa', 's1', 1, true, 'v2', 1, now()), ('t2', 0, '0xa', 's2', 1, false, 'v2', 1, now()),
    ('t3', 0, '0xa', 's3', 0, true, 'v2', 1, now()), ('t3', 0, '0xb', 's3', 1, null, 'v2', 1, now())`)
  expect(await readFrozenTokens(store, ['t1', 't2', 't3', 't4'])).toEqual(new Set(['t1']))
})
