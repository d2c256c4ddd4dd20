import type { Address } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import { HOUR_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedTransaction } from '../batch.ts'
import { writeMarketplaces } from '../orders/write-marketplaces.ts'
import { emptyStores, NATIVE } from '../testing/empty-stores.ts'
import {
  address,
  batchOf,
  COLLECTION,
  described,
  eventBase,
  indexed,
  passes,
  timeOf,
  token,
} from '../testing/market-story.ts'
import { toBookSteps } from './collection-hours.ts'

const stores = emptyStores()
const [SELLER, BUYER] = [address('f0'), address('f1')]
const hex = (number: number) => number.toString(16).padStart(6, '0')
const tokenOf = (number: number): Address => address(`a${hex(number)}`)
/** A token may have several listings. */
const listingOf = (number: number, which = 0): Address => address(`b${which}${hex(number)}`)

/** A marketplace that leaves listed tokens with their sellers. */
const OTHER = { marketplace: 'other', is_native: false }
const marketplaceOf = (which: number) => (which === 0 ? NATIVE : OTHER).marketplace

/** Places a listing, at a marketplace that takes the token in escrow, or at one that leaves it with its seller. */
function placed(version: bigint, number: number, priceOctas: bigint, which = 0): IndexedTransaction {
  const [tokenId, listingId] = [tokenOf(number), listingOf(number, which)]
  const marketplace = marketplaceOf(which)
  const base = { ...eventBase(version, 0, priceOctas), marketplace, token: token(tokenId), listingId, seller: SELLER }
  const tokens = { tokenDatas: [described(tokenId)], ownerships: which === 0 ? passes(tokenId, SELLER, listingId) : [] }
  return indexed(version, [{ ...base, kind: 'listing-placed' }], tokens)
}

function cancelled(version: bigint, number: number, which = 0): IndexedTransaction {
  const [tokenId, listingId] = [tokenOf(number), listingOf(number, which)]
  const marketplace = marketplaceOf(which)
  const base = { ...eventBase(version, 0, 1n), marketplace, token: token(tokenId), listingId, seller: SELLER }
  const ownerships = which === 0 ? passes(tokenId, listingId, SELLER) : []
  return indexed(version, [{ ...base, kind: 'listing-cancelled' }], { ownerships })
}

const READ = ['market.listings', 'market.listing_spans', 'market.collection_hours', 'market.sales'] as const

/** A batch of some listing above the floor, of many that are open; a batch that moves the floor compares the points of some others, too. */
const BATCHES = {
  'that comes': (version: bigint, many: number) => placed(version, many, 900n),
  'that gets a new price': (version: bigint) => placed(version, 3, 901n),
  'that ends': (version: bigint) => cancelled(version, 3),
} as const

// @feature collection.header
test.each(Object.entries(BATCHES))(
  'a listing %s costs its batch the same however many the collection has listed',
  async (_, next) => {
    const read: (readonly bigint[])[] = []
    for (const many of [20, 200]) {
      await stores.use(async (store) => {
        const all = Array.from({ length: many }, (_, at) => placed(BigInt(at + 1), at, 100n + BigInt(at)))
        await applyBatch(store.db, batchOf(all))
        await store.pool.query(`analyze ${READ.join(', ')}`)
        const version = BigInt(many + 10)
        read.push(await rowsReadByWriter(store, READ, (db) => applyBatch(db, batchOf([next(version, many)]))))
      })
    }
    const [few, many] = read
    for (const [at, table] of READ.entries()) expect(many?.[at], table).toBeLessThan((few?.[at] ?? 0n) + 20n)
  },
)

test('the last and the best sale of a collection are found however many others and wash trades there are', async () => {
  const read: (readonly bigint[])[] = []
  for (const many of [20, 400]) {
    await stores.use(async (store) => {
      await applyBatch(store.db, batchOf([placed(1n, 0, 100n), placed(2n, 1, 100n)]))
      await store.pool.query(
        `insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, collection_id, seller, buyer,
          price_octas, commission_octas, royalty_octas, is_wash, at_micros)
          select -n, 0, 'opal', 'listing', '0x1', $1, $2, $3, $4, n, 1, 2, n < $5, -n from generate_series(1, $5::bigint) n
          union all
          select -2 * $5 - n, 0, 'opal', 'listing', '0x1', $1, $2, $3, $4, 1, null, null, false, -2 * $5 - n from generate_series(1, $5::bigint) n`,
        [tokenOf(0), COLLECTION, SELLER, BUYER, many],
      )
      read.push(await rowsReadByWriter(store, ['market.sales'], (db) => applyBatch(db, batchOf([placed(3n, 1, 90n)]))))
      const stats = await store.db.selectFrom('market.collection_stats').selectAll().executeTakeFirst()
      expect([stats?.last_sale_octas, stats?.best_proceeds_octas]).toEqual([BigInt(many), BigInt(many) - 3n])
    })
  }
  expect(read[1]?.[0]).toBeLessThan((read[0]?.[0] ?? 0n) + 20n)
})

/** Actions on one of three tokens, each of which may be listed twice. */
const step = fc.record({
  what: fc.constantFrom('place', 'place', 'cancel', 'send', 'freeze', 'close'),
  number: fc.nat({ max: 2 }),
  which: fc.nat({ max: 1 }),
  price: fc.bigInt({ min: 1n, max: 9n }),
  cuts: fc.boolean(),
  isLate: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function transactionOf({ what, number, which, price }: Step, version: bigint): IndexedTransaction {
  const tokenId = tokenOf(number)
  if (what === 'place') return placed(version, number, price, which)
  if (what === 'cancel') return cancelled(version, number, which)
  const owners = passes(tokenId, null, what === 'send' && price > 4n ? BUYER : SELLER)
  const others = passes(tokenId, null, what === 'send' && price > 4n ? SELLER : BUYER).map((row) => ({
    ...row,
    amount: 0n,
  }))
  if (what === 'send')
    return indexed(version, [], { tokenDatas: [described(tokenId)], ownerships: [...owners, ...others] })
  const frozen = owners.map((row) => ({ ...row, isSoulboundV2: price > 4n }))
  return indexed(version, [], { tokenDatas: [described(tokenId)], ownerships: frozen })
}

/** Compares what is stored with what all listings, and all their spans, say. */
async function expectTruth(store: Store): Promise<void> {
  const { rows } = await sql<{ listed: bigint; floor: bigint | null }>`
    select count(*) as listed, min(price_octas) as floor from market.listings where state = 'open' and validity = 'valid'`.execute(
    store.db,
  )
  const stats = await store.db.selectFrom('market.collection_stats').selectAll().executeTakeFirst()
  expect({ listed: stats?.listed_count ?? 0n, floor: stats?.floor_octas ?? null }).toEqual(rows[0])
  const spans = await store.db
    .selectFrom('market.listing_spans')
    .innerJoin('market.marketplaces', 'market.marketplaces.marketplace', 'market.listing_spans.marketplace')
    .where('status', '=', 'active')
    .select(['from_micros', 'to_micros', 'price_octas'])
    .execute()
  const hours = await store.db.selectFrom('market.collection_hours').selectAll().orderBy('hour_micros').execute()
  const steps = toBookSteps(spans)
  for (const hour of hours) {
    const known = steps.findLast(({ hour_micros }) => hour_micros <= hour.hour_micros)
    expect([hour.hour_micros, hour.listed_count, hour.floor_octas]).toEqual([
      hour.hour_micros,
      known?.listed_count ?? 0n,
      known?.floor_octas ?? null,
    ])
  }
  const stored = new Set(hours.map(({ hour_micros }) => hour_micros))
  expect(steps.filter(({ hour_micros }) => !stored.has(hour_micros))).toEqual([])
}

// @feature collection.header
test('numbers of listings and floors, now and at the end of each hour, are those of all listings, in whatever batches and order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
      // A batch, or which marketplace closes or opens again.
      const stages = steps.reduce<(IndexedTransaction[] | number)[]>((made, one, at) => {
        const last = made.at(-1)
        if (one.what === 'close') made.push(one.which)
        else if (Array.isArray(last) && !one.cuts) last.push(transactionOf(one, BigInt(at + 1)))
        else made.push([transactionOf(one, BigInt(at + 1))])
        return made
      }, [])
      const isLate = (at: number) => steps[at]?.isLate === true
      const ordered = [...stages.filter((_, at) => !isLate(at)), ...stages.filter((_, at) => isLate(at))]
      await stores.use(async (store) => {
        const isOpen = [true, true]
        const writeBoth = () =>
          writeMarketplaces(
            store.db,
            [NATIVE, OTHER].map((one, at) => ({ ...one, status: isOpen[at] ? 'active' : 'cancel-only' })),
          )
        await writeBoth()
        for (const stage of ordered) {
          if (typeof stage === 'number') {
            isOpen[stage] = !isOpen[stage]
            await writeBoth()
          } else await applyBatch(store.db, batchOf(stage))
          await expectTruth(store)
        }
      })
    }),
    { numRuns: runs(10) },
  )
  expect(timeOf(9n) - timeOf(0n)).toBeGreaterThan(2n * HOUR_MICROS)
})
