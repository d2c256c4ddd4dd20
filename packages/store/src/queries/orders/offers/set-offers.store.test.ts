import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addTokenSet, setKeyOf } from '../../../accounts/token-sets.ts'
import type { Store } from '../../../driver/connection.ts'
import { type CollectionOfferRow, collectionOffers } from '../../../schema/orders.ts'
import { countRowsRead } from '../../../testing/count-rows-read.ts'
import { insertRows } from '../../../testing/insert-rows.ts'
import { createTestStore } from '../../../testing/test-store.ts'
import { findOffersReceived } from './offers-received.ts'
import { readBestSetOffers, readSetOffers, type SetEdition } from './set-offers.ts'

const hex = (at: number) => at.toString(16).padStart(64, '0')
const [COLLECTION, OTHER, HOLDER] = [`0x${hex(0xc0)}`, `0x${hex(0xc1)}`, `0x${hex(0xf0)}`]
const NOW_SECONDS = 100n
const LIVE = { liveAtSeconds: NOW_SECONDS }
const edition = (at: number, propertyVersion = 0n): SetEdition => ({ tokenDataId: `0x${hex(at)}`, propertyVersion })
/** Two tokens, and two editions of a third. */
const EDITIONS = [edition(1), edition(2), edition(3, 1n), edition(3, 20n)] as const

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(clear)

async function clear(): Promise<void> {
  await store.pool.query(
    'truncate account.token_sets, market.collection_offers, market.bid_pools, market.token_holders',
  )
}

async function announce(root: string, editions: readonly SetEdition[], collectionId = COLLECTION): Promise<void> {
  const tokens = editions.map(({ tokenDataId, propertyVersion }) => setKeyOf(tokenDataId, propertyVersion))
  await addTokenSet(store, { root, collectionId, tokens }, { client: root, site: root })
}

function offer(id: string, change: Partial<CollectionOfferRow>): CollectionOfferRow {
  return {
    marketplace: 'opal',
    offer_id: id,
    collection_id: COLLECTION,
    buyer: '0xb',
    price_octas: 1n,
    set_root: null,
    wanted_amount: 1n,
    remaining_amount: 1n,
    is_pooled: true,
    expires_at_seconds: null,
    state: 'open',
    validity: 'valid',
    placed_version: 1n,
    placed_at_micros: 1n,
    last_version: 1n,
    last_event_index: 0,
    last_at_micros: 1n,
    ...change,
  }
}

const anyOffer = fc.record({
  set: fc.nat({ max: 5 }),
  price: fc.bigInt(1n, 20n),
  validity: fc.constantFrom('valid', 'valid', 'unfunded', 'expired', 'marketplace-closed'),
  expires: fc.constantFrom(null, NOW_SECONDS, NOW_SECONDS + 1n),
  buyer: fc.constantFrom('0xb', HOLDER),
  state: fc.constantFrom('open', 'open', 'open', 'cancelled'),
})
/** The last set's list is not announced. */
const anySets = fc.array(fc.subarray([...EDITIONS], { minLength: 1 }), { minLength: 5, maxLength: 5 })

// @feature bid.set
test('the best live offers on the announced sets of each token are read, of each set and of all that a wallet holds', async () => {
  await fc.assert(
    fc.asyncProperty(anySets, fc.array(anyOffer, { maxLength: 30 }), fc.boolean(), async (sets, offers, isTakeable) => {
      await clear()
      for (const [at, editions] of sets.entries()) await announce(hex(at), editions)
      const rows = offers.map(({ set, price, validity, expires, buyer, state }, at) =>
        offer(`offer ${String(at).padStart(2, '0')}`, {
          set_root: hex(set),
          price_octas: price,
          validity,
          expires_at_seconds: expires,
          buyer,
          state,
          placed_at_micros: BigInt(at),
          remaining_amount: validity === 'unfunded' ? 0n : 1n,
        }),
      )
      await insertRows(store, collectionOffers, rows)
      await store.pool.query(
        `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
         select id, version, $3, $4, 1 from unnest($1::text[], $2::numeric[]) as held (id, version)`,
        [
          EDITIONS.map(({ tokenDataId }) => tokenDataId),
          EDITIONS.map((one) => String(one.propertyVersion)),
          HOLDER,
          COLLECTION,
        ],
      )
      const counts = isTakeable ? ['valid', 'marketplace-closed'] : ['valid']
      const live = (validities: readonly string[], notBuyer: string | null) =>
        rows
          .filter((row) => row.state === 'open' && row.buyer !== notBuyer && validities.includes(row.validity))
          .filter((row) => row.expires_at_seconds === null || row.expires_at_seconds > NOW_SECONDS)
          .toSorted((a, b) => Number(b.price_octas - a.price_octas) || (a.offer_id < b.offer_id ? -1 : 1))
      const filter = isTakeable ? { takeableAtSeconds: NOW_SECONDS, notBuyers: [HOLDER] } : LIVE
      const found = await readSetOffers(store, EDITIONS, filter)
      for (const one of EDITIONS) {
        const fitting = live(counts, isTakeable ? HOLDER : null).filter(({ set_root }) =>
          sets[Number(`0x${set_root}`)]?.includes(one),
        )
        const roots = found.setsOf.get(setKeyOf(one.tokenDataId, one.propertyVersion)) ?? new Set()
        // Offers that other tokens have in addition may be of the same sets.
        const best = found.offers
          .filter(({ setRoot }) => roots.has(setRoot ?? ''))
          .slice(0, Math.min(10, fitting.length))
        expect(best.map(({ priceOctas }) => priceOctas)).toEqual(fitting.slice(0, 10).map((row) => row.price_octas))
      }
      const announced = live(['valid'], null).filter(({ set_root }) => Number(`0x${set_root}`) < 5)
      const listed = await readBestSetOffers(store, COLLECTION, { nowMicros: NOW_SECONDS * 1_000_000n, take: 4 })
      expect(listed.map(({ offerId }) => offerId)).toEqual(announced.slice(0, 4).map((row) => row.offer_id))
      for (const { setRoot, setSize } of listed) expect(setSize).toBe(sets[Number(`0x${setRoot}`)]?.length)
      const received = await findOffersReceived(store, HOLDER, { take: 99, nowMicros: NOW_SECONDS * 1_000_000n })
      expect(received.map(({ offerId }) => offerId).toSorted()).toEqual(
        announced.flatMap((row) => (row.buyer === HOLDER ? [] : [row.offer_id])).toSorted(),
      )
    }),
    { numRuns: runs(25) },
  )
})

test('named offers are read however many better ones there are, and none on sets that the token is not in', async () => {
  await announce(hex(1), [EDITIONS[0]])
  await announce(hex(2), [EDITIONS[1]])
  await insertRows(store, collectionOffers, [
    ...Array.from({ length: 30 }, (_, at) => offer(`better ${at}`, { set_root: hex(1), price_octas: 100n })),
    offer('named', { set_root: hex(1) }),
    offer('elsewhere', { set_root: hex(2) }),
  ])
  const named = { ids: ['named', 'elsewhere', 'unknown'], marketplaces: ['opal', 'bazaar'] }
  const { offers } = await readSetOffers(store, [EDITIONS[0]], LIVE, named)
  expect(offers.map(({ offerId }) => offerId).filter((id) => !id.startsWith('better'))).toEqual(['named'])
  expect(offers).toHaveLength(11)
})

const TABLES = ['account.token_sets', 'market.collection_offers'] as const

test.each([
  ['are not gathered', null],
  ['say that the tables are empty', 'before'],
  ['are those of the rows', 'after'],
] as const)('what is read of a token’s sets is what can be sold into, where statistics %s', async (_, analyzed) => {
  const analyze = () => store.pool.query(`analyze ${TABLES.join(', ')}`)
  if (analyzed === 'before') await analyze()
  const [fitting, others, unfunded, funded] = [20, 400, 4_000, 1_000]
  await store.pool.query(
    `insert into account.token_sets (root, collection_id, tokens, size)
     select lpad(to_hex(n), 64, '0'), case when n <= $1::int + 100 then $2 else $3 end,
       case when n <= $1::int then array[decode($4, 'hex'), sha256(n::text::bytea)] else array[sha256(n::text::bytea)] end, 2
     from generate_series(1, $1::int + $5::int) n`,
    [fitting, COLLECTION, OTHER, hex(1), others],
  )
  await store.pool.query(
    `insert into market.collection_offers select (o).* from generate_series(1, $2::int + $3::int) n, lateral (
       select jsonb_populate_record(null::market.collection_offers, $1::jsonb || jsonb_build_object('offer_id', 'offer ' || n,
         'price_octas', 1000000 - n, 'set_root', lpad(to_hex(1 + n % ($4::int + 100)), 64, '0'),
         'validity', case when n <= $2::int then 'unfunded' else 'valid' end,
         'remaining_amount', case when n <= $2::int then 0 else 1 end)) o) made`,
    [
      JSON.stringify(offer('', {}), (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
      unfunded,
      funded,
      fitting,
    ],
  )
  await store.pool.query(
    `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
     select '0x' || $1, 0, $2, $3, 1`,
    [hex(1), HOLDER, COLLECTION],
  )
  if (analyzed === 'after') await analyze()
  const reads = {
    token: () => readSetOffers(store, [EDITIONS[0]], LIVE),
    collection: () => readBestSetOffers(store, COLLECTION, { nowMicros: NOW_SECONDS * 1_000_000n, take: 10 }),
    holder: () => findOffersReceived(store, HOLDER, { take: 10, nowMicros: NOW_SECONDS * 1_000_000n }),
  }
  expect((await reads.token()).offers).toHaveLength(10)
  expect(await reads.collection()).toHaveLength(10)
  expect(await reads.holder()).toHaveLength(10)
  const read = async (work: (reader: Pick<Store, 'db'>) => Promise<unknown>) => [
    Number(await countRowsRead(store, TABLES[0], work)),
    Number(await countRowsRead(store, TABLES[1], work)),
  ]
  const page = { nowMicros: NOW_SECONDS * 1_000_000n, take: 10 }
  // One offer of each set, and ten of ten.
  const perToken = await read((reader) => readSetOffers(reader, [EDITIONS[0]], LIVE))
  expect(perToken[0]).toBeLessThanOrEqual(fitting)
  expect(perToken[1]).toBeLessThanOrEqual(fitting + 100)
  const named = { ids: ['offer 4500', 'offer 4501', 'offer 1'], marketplaces: ['opal', 'bazaar'] }
  const withNamed = await read((reader) => readSetOffers(reader, [EDITIONS[0]], LIVE, named))
  expect((withNamed[1] ?? 0) - (perToken[1] ?? 0)).toBeLessThanOrEqual(named.ids.length)
  const ofCollection = await read((reader) => readBestSetOffers(reader, COLLECTION, page))
  expect(ofCollection[0]).toBeLessThanOrEqual(fitting + 100 + 400)
  expect(ofCollection[1]).toBeLessThanOrEqual(fitting + 200)
  const ofHolder = await read((reader) => findOffersReceived(reader, HOLDER, page))
  // The sets, and one that says whether the collection has any.
  expect(ofHolder[0]).toBeLessThanOrEqual(fitting + 1 + 400)
  expect(ofHolder[1]).toBeLessThanOrEqual(Math.ceil((funded * fitting) / (fitting + 100)) + fitting)
})
