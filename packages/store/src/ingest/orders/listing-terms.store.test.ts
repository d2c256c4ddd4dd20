import type { Address } from '@opal/domain/address'
import type { MarketEvent } from '@opal/domain/market-event'
import { type ListingTerms, NO_TERMS } from '@opal/domain/prices/listing-terms'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedTransaction } from '../batch.ts'
import { settleTime } from '../stats/settle-time.ts'
import { emptyStores } from '../testing/empty-stores.ts'
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
import { askedAt, isOver, isPublic, type TermedListing } from '../testing/reference-terms.ts'
import { readChangingListings } from './due-orders.ts'

const stores = emptyStores()
const [ANNA, BEN, TOKEN, LISTING] = [address('f0'), address('f1'), address('a0'), address('11')]
const PRICE = 1_000_003n
const START = timeOf(1n) / 1_000_000n

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const terms: fc.Arbitrary<ListingTerms> = fc.record({
  fall: maybe(
    fc.record({
      endOctas: fc.bigInt(1n, PRICE - 1n),
      fromSeconds: fc.bigInt(START - 400n, START + 400n),
      untilSeconds: fc.bigInt(START + 401n, START + 40_000n),
    }),
  ),
  expiresAtSeconds: maybe(fc.bigInt(START + 1n, START + 30_000n)),
  reservedFor: fc.constantFrom(null, null, BEN),
  leastOctas: fc.constantFrom(0n, 7n),
})

/** Applies a listing on terms at second {@link START}. */
async function place(store: Store, named: ListingTerms): Promise<void> {
  const minted = indexed(0n, [], { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, ANNA) })
  const placed = { ...eventBase(1n, 0, PRICE), token: token(TOKEN), listingId: LISTING, seller: ANNA, terms: named }
  const ownerships = passes(TOKEN, ANNA, LISTING)
  await applyBatch(store.db, batchOf([minted, indexed(1n, [{ ...placed, kind: 'listing-placed' }], { ownerships })]))
}

// @feature orders.terms, items.live-terms
test('time changes price, validity, floor and count of a listing as its terms say, and its list item is made again, which is announced', async () => {
  const times = fc.array(fc.bigInt(START, START + 41_000n), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(terms, times, async (named, seconds) => {
      const listing: TermedListing = { id: LISTING, seller: ANNA, price: PRICE, terms: named }
      await stores.use(async (store) => {
        await place(store, named)
        let before = await bookOf(store)
        for (const second of seconds.toSorted((a, b) => Number(a - b))) {
          const micros = second * 1_000_000n
          await store.pool.query('delete from market.token_list_item_queue')
          await store.pool.query('delete from market.change_feed')
          await settleTime(store.db, micros)
          const validity = isOver(listing, micros) ? 'expired' : named.reservedFor === null ? 'valid' : 'reserved'
          const end = (named.expiresAtSeconds ?? second) * 1_000_000n
          const price = askedAt(listing, end < micros ? end : micros)
          const isOpen = isPublic(listing, micros)
          const book = await bookOf(store)
          expect(book).toEqual({ price, validity, floor: isOpen ? price : null, listed: isOpen ? 1n : 0n })
          const { rowCount } = await store.pool.query(
            'select from market.token_list_item_queue where token_data_id = $1',
            [TOKEN],
          )
          // A step of less than an octa may leave the price as it is.
          const hasChanged = book.price !== before.price || book.validity !== before.validity
          if (hasChanged) expect(rowCount).not.toBe(0)
          const { floors, kinds } = await announcedIn(store)
          if (hasChanged) expect(kinds).toContain('listings_change')
          const isMoved = book.floor !== before.floor
          expect(floors).toEqual(isMoved ? [{ old: before.floor, new: book.floor }] : [])
          before = book
        }
      })
    }),
    {
      numRuns: runs(8, 200),
      examples: [
        [{ fall: null, expiresAtSeconds: START + 5n, reservedFor: null, leastOctas: 0n }, [START + 4n, START + 5n]],
      ],
    },
  )
})

test('rows are the same whether time passes in many steps or at once', async () => {
  await fc.assert(
    fc.asyncProperty(terms, fc.array(fc.bigInt(START, START + 41_000n), { maxLength: 4 }), async (named, between) => {
      const end = (START + 41_000n) * 1_000_000n
      const rowsAfter = async (stops: readonly bigint[]) => {
        let rows: unknown
        await stores.use(async (store) => {
          await place(store, named)
          for (const stop of stops) await settleTime(store.db, stop * 1_000_000n)
          await settleTime(store.db, end)
          rows = await rowsOf(store)
        })
        return rows
      }
      expect(await rowsAfter(between.toSorted((a, b) => Number(a - b)))).toEqual(await rowsAfter([]))
    }),
    { numRuns: runs(4, 60) },
  )
})

test('a purchase ends the terms at the price that was paid, and time changes nothing afterwards', async () => {
  const fall = { endOctas: 10n, fromSeconds: START, untilSeconds: START + 4_000n }
  await stores.use(async (store) => {
    await place(store, { fall, expiresAtSeconds: START + 9_000n, reservedFor: null, leastOctas: 0n })
    const sold = { ...eventBase(2n, 0, 745_000n), token: token(TOKEN), listingId: LISTING, seller: ANNA, buyer: BEN }
    const split = { commissionOctas: 0n, royaltyOctas: 0n }
    const ownerships = passes(TOKEN, LISTING, BEN)
    await applyBatch(store.db, batchOf([indexed(2n, [{ ...sold, ...split, kind: 'listing-filled' }], { ownerships })]))
    const book = await bookOf(store)
    expect(book).toEqual({ price: 745_000n, validity: 'ended', floor: null, listed: 0n })
    await settleTime(store.db, (START + 20_000n) * 1_000_000n)
    expect(await bookOf(store)).toEqual(book)
  })
})

const FALLING: ListingTerms = {
  ...NO_TERMS,
  fall: { endOctas: 10n, fromSeconds: START + 30n, untilSeconds: START + 6_030n },
}

/** Returns an event of a listing, as of its version's time. */
function eventOf(version: bigint, index: number, kind: 'listing-placed' | 'listing-cancelled', more: object = {}) {
  const named = { token: token(TOKEN), listingId: LISTING, seller: ANNA, ...more }
  return { ...eventBase(version, index, kind === 'listing-placed' ? PRICE : 0n), ...named, kind } as MarketEvent
}

test.each([
  ['some', 3],
  ['more than a batch has room for', 101],
])(
  'a listing that ends is the same whether or not a batch had room for its steps before: %s others expire',
  async (_, crowd) => {
    const others = Array.from({ length: crowd }, (_, at) =>
      eventOf(1n, at + 1, 'listing-placed', {
        token: token(address('b0')),
        listingId: address(`d${at.toString(16).padStart(4, '0')}`),
        terms: { ...NO_TERMS, expiresAtSeconds: START + 60n },
      }),
    )
    const placed = indexed(1n, [eventOf(1n, 0, 'listing-placed', { terms: FALLING }), ...others])
    // No price is named: the first one stays.
    const ended = indexed(3n, [eventOf(3n, 0, 'listing-cancelled')])
    const quiet = indexed(2n, [])
    const rowsAfter = async (batches: readonly (readonly IndexedTransaction[])[]) => {
      const rows: { spans: readonly unknown[]; listings: readonly unknown[] } = { spans: [], listings: [] }
      await stores.use(async (store) => {
        for (const batch of batches) await applyBatch(store.db, batchOf(batch))
        const { rows: spans } = await store.pool.query(
          'select from_micros, to_micros, price_octas from market.listing_spans where listing_id = $1 order by 1',
          [LISTING],
        )
        const { rows: listings } = await store.pool.query('select * from market.listings where listing_id = $1', [
          LISTING,
        ])
        Object.assign(rows, { spans, listings })
      })
      return rows
    }
    const whole = await rowsAfter([[placed, quiet, ended]])
    expect(whole.spans).toHaveLength(34)
    expect(whole.listings).toMatchObject([{ price_octas: PRICE }])
    expect(await rowsAfter([[placed], [quiet, ended]])).toEqual(whole)
    expect(await rowsAfter([[placed], [quiet], [ended]])).toEqual(whole)
  },
)

test('a batch changes a bounded number of listings, and one seller’s many delay none of another’s', async () => {
  const due = (index: number, seller: Address, seconds: bigint) =>
    eventOf(1n, index, 'listing-placed', {
      token: token(address('b0')),
      listingId: address(`d${index.toString(16).padStart(4, '0')}`),
      seller,
      terms: { ...NO_TERMS, expiresAtSeconds: START + seconds },
    })
  await stores.use(async (store) => {
    const many = Array.from({ length: 250 }, (_, at) => due(at, ANNA, 60n))
    await applyBatch(store.db, batchOf([indexed(1n, [...many, due(250, BEN, 90n)])]))
    const counts: unknown[] = []
    for (const second of [91n, 92n, 93n]) {
      await settleTime(store.db, (START + second) * 1_000_000n)
      const { rows } = await store.pool.query(
        `select count(*) filter (where seller = $1)::integer as many, count(*) filter (where seller = $2)::integer as one
          from market.listings where validity = 'expired'`,
        [ANNA, BEN],
      )
      counts.push(rows[0])
    }
    expect(counts).toEqual([
      { many: 99, one: 1 },
      { many: 199, one: 1 },
      { many: 250, one: 1 },
    ])
  })
})

test.each([30n, 90n])(
  'listings of others change with the next batch, however many of one seller have become due before or after: %i s',
  async (own) => {
    await stores.use(async (store) => {
      // More listings of one seller than a batch looks at.
      await store.pool.query(
        `insert into market.listings (marketplace, listing_id, token_data_id, property_version, token_standard, collection_id, seller, price_octas,
        state, validity, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros, next_change_seconds)
       select 'opal', n::text, 't', 0, 'v2', null, case when n = 15000 then $1 else $2 end, 5, 'open', 'valid', 1, 1, 1, 0, 1,
        $3::bigint + case when n = 15000 then $4::bigint else 60 end from generate_series(1, 15000) n`,
        [BEN, ANNA, START, own],
      )
      const changing = await readChangingListings(store.db, START + 121n)
      expect(changing).toHaveLength(100)
      expect(changing.map(({ order_id }) => order_id)).toContain('15000')
    })
  },
)

async function bookOf(store: Store) {
  const listing = await store.db
    .selectFrom('market.listings')
    .select(['price_octas', 'validity'])
    .executeTakeFirstOrThrow()
  const stats = await store.db
    .selectFrom('market.collection_stats')
    .select(['floor_octas', 'listed_count'])
    .where('collection_id', '=', COLLECTION)
    .executeTakeFirstOrThrow()
  return {
    price: listing.price_octas,
    validity: listing.validity,
    floor: stats.floor_octas,
    listed: BigInt(stats.listed_count),
  }
}

/** Returns the announced changes of the floor, in octas, and the kinds of all changes. */
async function announcedIn(store: Store) {
  const rows = await store.db.selectFrom('market.change_feed').select(['kind', 'payload']).orderBy('id').execute()
  const octas = (value: unknown) => (typeof value === 'string' ? BigInt(value) : null)
  const floors = rows.flatMap(({ kind, payload }) => {
    const { old, new: next } = payload as { readonly old: unknown; readonly new: unknown }
    return kind === 'floor_change' ? [{ old: octas(old), new: octas(next) }] : []
  })
  return { floors, kinds: rows.map(({ kind }) => kind) }
}

async function rowsOf(store: Store) {
  const tables = [
    'market.listings',
    'market.listing_spans',
    'market.collection_hours',
    'market.collection_stats',
  ] as const
  const rows: unknown[] = []
  for (const table of tables) {
    const read = await store.pool.query(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`)
    rows.push(read.rows)
  }
  return rows
}
