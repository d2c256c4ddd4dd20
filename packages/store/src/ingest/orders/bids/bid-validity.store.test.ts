import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyBatch } from '../../apply-batch.ts'
import { settleTime } from '../../stats/settle-time.ts'
import { emptyStores, NATIVE } from '../../testing/empty-stores.ts'
import { address, batchOf, eventBase, indexed, timeOf } from '../../testing/market-story.ts'
import { OFFERS, readBids } from '../../testing/offer-rows.ts'
import { writeMarketplaces } from '../write-marketplaces.ts'

const stores = emptyStores()
const BEN = address('f1')

function bid(version: bigint, tokenAmount: bigint, expiresAtSeconds: bigint | null) {
  const base = {
    ...eventBase(version, 0, 5n),
    offerId: address(`b${version}`),
    buyer: BEN,
    tokenAmount,
    expiresAtSeconds,
  }
  return indexed(version, [{ ...base, kind: 'collection-offer-placed' }])
}

test('an offer expires while nothing happens on the chain, and the live channel announces it', async () => {
  await stores.use(async (store) => {
    const expiry = timeOf(1n) / 1_000_000n + 60n
    await applyBatch(store.db, batchOf([bid(1n, 1n, expiry)]))
    expect(await settleTime(store.db, (expiry - 1n) * 1_000_000n)).toBe(0)
    expect(await readBids(store)).toEqual({ top: 5n, validity: ['valid'] })
    expect(await settleTime(store.db, expiry * 1_000_000n)).toBe(1)
    expect(await readBids(store)).toEqual({ top: null, validity: ['expired'] })
    const feed = await store.db.selectFrom('market.change_feed').select(['kind', 'payload']).orderBy('id').execute()
    expect(feed.at(-1)).toEqual({ kind: 'bid_change', payload: { old: '5', new: null } })
    expect(await settleTime(store.db, expiry * 1_000_000n)).toBe(0)
  })
})

test('a batch of an earlier time does not reopen an offer that time has ended', async () => {
  await stores.use(async (store) => {
    const expiry = timeOf(9n) / 1_000_000n
    await applyBatch(store.db, batchOf([bid(1n, 1n, expiry)]))
    await settleTime(store.db, expiry * 1_000_000n)
    await applyBatch(store.db, batchOf([bid(1n, 1n, expiry), bid(2n, 1n, expiry)]))
    expect(await readBids(store)).toEqual({ top: null, validity: ['expired', 'expired'] })
  })
})

test('an offer for no items is exhausted, and stays so when its marketplace closes and opens again', async () => {
  await stores.use(async (store) => {
    await applyBatch(store.db, batchOf([bid(1n, 0n, null), bid(2n, 2n, null)]))
    expect(await readBids(store)).toEqual({ top: 5n, validity: ['exhausted', 'valid'] })
    await writeMarketplaces(store.db, [{ ...NATIVE, status: 'cancel-only' }])
    expect(await readBids(store)).toEqual({ top: null, validity: ['marketplace-closed', 'marketplace-closed'] })
    await writeMarketplaces(store.db, [{ ...NATIVE, status: 'active' }])
    expect(await readBids(store)).toEqual({ top: 5n, validity: ['exhausted', 'valid'] })
  })
})

test.each(['token_offers', 'collection_offers', 'pooled collection_offers'] as const)(
  'however many offers expire in one second, a batch and a second without one mark a bounded number of them, on few collections, and all in the end: %s',
  async (of) => {
    const [table, isPooled] = [
      of.endsWith('token_offers') ? 'token_offers' : 'collection_offers',
      of.startsWith('pooled'),
    ] as const
    const [columns, values] = OFFERS[table]
    const EXPIRY = timeOf(9n) / 1_000_000n
    const emptyBatch = batchOf([indexed(9n, [])])
    const collections = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 130, size: 'max' })
    await fc.assert(
      fc.asyncProperty(collections, fc.array(fc.boolean(), { maxLength: 6 }), async (sizes, steps) => {
        await stores.use(async (store) => {
          // Of each collection so many expire together, and one later.
          await store.pool.query(
            `insert into market.${table} (${columns}, marketplace, collection_id, buyer, price_octas, state, validity, expires_at_seconds,
               placed_version, placed_at_micros, last_version, last_event_index, last_at_micros${isPooled ? ', is_pooled' : ''})
             select ${values}, $1, 'c' || c, $2, 5, 'open', ${isPooled ? "'unfunded'" : "'valid'"}, $3::numeric + (i > size)::int,
               1, 1, 1, 0, 1${isPooled ? ', true' : ''}
             from (select c, size, i, row_number() over () as n from unnest($4::int[]) with ordinality as sizes (size, c)
               cross join generate_series(1, size + 1) i) made`,
            [NATIVE.marketplace, BEN, EXPIRY, sizes],
          )
          const marked = async () => {
            const { rows } = await store.pool.query<{ collection: string; count: number }>(
              `select collection_id as collection, count(*)::int from market.${table} where validity = 'expired' group by 1`,
            )
            return new Map(rows.map(({ collection, count }) => [collection, count]))
          }
          const total = sizes.reduce((sum, size) => sum + size, 0)
          let before = await marked()
          const advance = async (isBatch: boolean) => {
            if (isBatch) await applyBatch(store.db, emptyBatch)
            else await settleTime(store.db, EXPIRY * 1_000_000n)
            const after = await marked()
            const changed = [...after].filter(([collection, count]) => before.get(collection) !== count)
            expect(changed.length).toBeLessThanOrEqual(50)
            const sum = changed.reduce((rows, [collection, count]) => rows + count - (before.get(collection) ?? 0), 0)
            expect(sum).toBeLessThanOrEqual(500)
            before = after
            return sum
          }
          for (const isBatch of steps) await advance(isBatch)
          while ((await advance(false)) > 0);
          expect([...before.values()].reduce((sum, count) => sum + count, 0)).toBe(total)
          expect(before.size).toBe(sizes.length)
        })
      }),
      {
        numRuns: runs(2),
        examples: [
          [Array.from({ length: 120 }, (_, at) => at + 1), [true, false]],
          // More collections than change in one batch, of few offers each.
          [Array.from({ length: 130 }, () => 2), [true, false]],
        ],
      },
    )
  },
)
