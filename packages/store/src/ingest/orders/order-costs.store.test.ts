import type { MarketEvent } from '@opal/domain/market-event'
import { NO_TERMS } from '@opal/domain/prices/listing-terms'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { applyBatch } from '../apply-batch.ts'
import { emptyStores } from '../testing/empty-stores.ts'
import { address, batchOf, described, eventBase, indexed, passes, timeOf, token } from '../testing/market-story.ts'

const stores = emptyStores()

const [ANNA, BEN] = [address('f0'), address('f1')]
const TOKEN = address('a0')
const [LISTING, SOLD_LISTING, OFFER] = [address('11'), address('12'), address('22')]
const MINTED = { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, ANNA) }

/** A fall over ten hours, which has begun. */
const fallAt = (now: bigint) => ({ endOctas: 0n, fromSeconds: now - 50n, untilSeconds: now + 36_140n })

test.each([
  ['at a fixed price', 0],
  ['whose price falls', 1],
])(
  'one more event of an order %s is written by a few statements that read a few rows, however many came before',
  async (_, falls) => {
    await stores.use(async (store) => {
      const counted = { rows: 0, statements: 0 }
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          counted.rows += result.rows.length
          counted.statements += 1
          return result
        },
      }
      const db = store.db.withPlugin(counter)
      const repriced = (version: bigint, index: number, listingId = LISTING): MarketEvent => ({
        ...eventBase(version, index, 5n + ((version + BigInt(index)) % 3n)),
        kind: 'listing-placed',
        token: token(TOKEN),
        listingId,
        seller: ANNA,
        ...(falls > 0 &&
          listingId === LISTING && { terms: { ...NO_TERMS, fall: fallAt(timeOf(version) / 1_000_000n) } }),
      })
      const offer = (version: bigint, index: number) => ({
        ...eventBase(version, index, 5n),
        offerId: OFFER,
        buyer: BEN,
      })
      const filled = (version: bigint, index: number): MarketEvent => ({
        ...offer(version, index),
        kind: 'collection-offer-filled',
        token: token(TOKEN),
        seller: BEN,
        commissionOctas: 0n,
        royaltyOctas: 0n,
        remainingAmount: null,
      })
      const sold = (version: bigint, index: number): MarketEvent => ({
        ...eventBase(version, index, 5n),
        kind: 'listing-filled',
        token: token(TOKEN),
        listingId: SOLD_LISTING,
        seller: null,
        buyer: BEN,
        commissionOctas: 0n,
        royaltyOctas: 0n,
      })
      const placed: MarketEvent = {
        ...offer(1n, 1),
        kind: 'collection-offer-placed',
        tokenAmount: 1_000_000n,
        expiresAtSeconds: null,
      }
      await applyBatch(db, batchOf([indexed(1n, [repriced(1n, 0), placed, repriced(1n, 2, SOLD_LISTING)], MINTED)]))
      const oneMore = async (version: bigint) => {
        Object.assign(counted, { rows: 0, statements: 0 })
        await applyBatch(db, batchOf([indexed(version, [repriced(version, 0), filled(version, 1), sold(version, 2)])]))
        return { ...counted }
      }
      // The first fill of an offer reads what is there of a wallet that has bought nothing yet.
      await oneMore(2n)
      const after = [await oneMore(3n)]
      for (let version = 4n; version < 14n; version += 1n) {
        const events = Array.from({ length: 500 }, (_, index) => [
          repriced(version, 3 * index),
          filled(version, 3 * index + 1),
          sold(version, 3 * index + 2),
        ])
        await applyBatch(db, batchOf([indexed(version, events.flat())]))
      }
      after.push(await oneMore(14n))
      expect(after[1]?.statements).toBe(after[0]?.statements)
      // Later hours have more rows.
      expect(after[1]?.rows).toBeLessThan(100)
      Object.assign(counted, { rows: 0 })
      await applyBatch(db, batchOf([indexed(15n, [])]))
      expect(counted.rows).toBeLessThan(100)
      const { rows } = await store.pool.query(
        'select book, count(*)::integer from market.order_events group by book order by book',
      )
      expect(rows).toEqual([
        { book: 'collection-offer', count: 5004 },
        { book: 'listing', count: 10_008 },
      ])
    })
  },
)
