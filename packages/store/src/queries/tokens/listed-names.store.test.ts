import { beforeAll, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { workForAnyParameters } from '../../testing/plans/work-for-any-parameters.ts'
import { seedSmallMarket } from '../../testing/small-market.ts'
import { SMALL_MARKET_IDS } from '../../testing/small-market-ids.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { vacuumWhole } from '../../testing/vacuum-whole.ts'
import { findCollectionTokens, type TokenPlace } from './find-collection-tokens.ts'
import type { TokenConditions } from './token-filter.ts'
import { readTokenPage } from './token-page.ts'

const { collectionId, tokenDataId, listedTokenDataId } = SMALL_MARKET_IDS
/** Enough that of one name there are more than are looked for among the listed, and of the other fewer. */
const [APES, BEES] = [5_200, 2_800]
const ORDERS = ['price_asc', 'price_desc', 'listed_desc'] as const

interface Listing {
  readonly id: string
  readonly name: string
  readonly marketplace: string
  readonly listing_id: string
  readonly price_octas: bigint
  readonly placed_at_micros: bigint
}

let store: Store
let listings: readonly Listing[]

beforeAll(async () => {
  store = await createTestStore()
  await seedSmallMarket(store, {
    ids: SMALL_MARKET_IDS,
    marketplace: 'somewhere',
    nowMicros: 1_790_000_000_000_000n,
  })
  await store.pool.query(
    `insert into chain.current_token_datas_v2
     select (jsonb_populate_record(t, jsonb_build_object('token_data_id', '0x9' || lpad(n::text, 63, '0'),
       'token_name', case when n <= $1 then 'Ape #' else 'Bee #' end || n))).*
     from chain.current_token_datas_v2 t, generate_series(1, $2::int) n where token_data_id = $3`,
    [APES, APES + BEES, tokenDataId],
  )
  // Every third is listed, some of them twice; prices and times repeat.
  await store.pool.query(
    `insert into market.listings
     select (jsonb_populate_record(l, jsonb_build_object('token_data_id', '0x9' || lpad(n::text, 63, '0'), 'listing_id', n || ' ' || twice,
       'marketplace', case when n % 2 = twice then 'somewhere' else 'elsewhere' end,
       'price_octas', 1 + (n * 7 + twice * 5) % 97, 'placed_at_micros', 1 + (n * 11 + twice) % 89))).*
     from market.listings l, generate_series(3, $1::int, 3) n, generate_series(0, 1) twice
     where token_data_id = $2 and l.state = 'open' and (twice = 0 or n % 4 = 0)`,
    [APES + BEES, listedTokenDataId],
  )
  await vacuumWhole(store, ['chain.current_token_datas_v2', 'market.listings'])
  const { rows } = await store.pool.query<Listing>(
    `select t.token_data_id as id, t.token_name as name, l.marketplace, l.listing_id, l.price_octas, l.placed_at_micros
     from market.listings l join chain.current_token_datas_v2 t using (token_data_id)
     where l.collection_id = $1 and l.state = 'open' and l.validity = 'valid'
     order by l.price_octas, l.marketplace, l.listing_id`,
    [collectionId],
  )
  listings = rows
  return () => store[Symbol.asyncDispose]()
})

/** The whole list in its own words: of each token the cheapest listing that counts. */
function expected(filter: TokenConditions, order: (typeof ORDERS)[number]): readonly TokenPlace[] {
  const { name, marketplace, minOctas = 0n, maxOctas = 10n ** 20n } = filter
  const there = listings.filter((one) => marketplace === undefined || one.marketplace === marketplace)
  const cheapest = [...Map.groupBy(there, ({ id }) => id).values()].flatMap(([first]) => first ?? [])
  const value = (one: Listing) => (order === 'listed_desc' ? one.placed_at_micros : one.price_octas)
  return cheapest
    .filter((one) => one.price_octas >= minOctas && one.price_octas <= maxOctas)
    .filter((one) => one.name.toLowerCase().includes(name?.pattern.toLowerCase() ?? ''))
    .toSorted((a, b) => {
      const first = value(a) === value(b) ? (a.id < b.id ? -1 : 1) : value(a) < value(b) ? -1 : 1
      return order === 'price_asc' ? first : -first
    })
    .map((one) => ({ phase: 'listed', value: String(value(one)), tokenDataId: one.id }))
}

const named = (pattern: string) => ({ listed: true, name: { pattern, isExpression: false } })
const FILTERS: readonly TokenConditions[] = [
  ...['ape', 'bee', '#12', '#4', 'bee #54', 'nothing'].map(named),
  { ...named('ape'), minOctas: 20n, maxOctas: 40n },
  { ...named('#12'), minOctas: 20n },
  { ...named('ape'), marketplace: 'elsewhere' },
  { ...named('#12'), marketplace: 'elsewhere', maxOctas: 50n },
]

it.each(FILTERS)('listed tokens of a name are all those that are listed, however many have it: %o', async (filter) => {
  const asked = { filter: { collectionId, ...filter } }
  for (const order of ORDERS) {
    const all = expected(filter, order)
    const read = (page: { readonly take: number; readonly offset?: number; readonly after?: TokenPlace }) =>
      findCollectionTokens(store, { ...asked, order, ...page })
    expect(await read({ take: 40 })).toEqual(all.slice(0, 40))
    expect(await read({ take: 7, offset: 11 })).toEqual(all.slice(11, 18))
    const after = all[23]
    if (after !== undefined) expect(await read({ take: 10, after })).toEqual(all.slice(24, 34))
  }
  const { total } = await readTokenPage(store, { ...asked, order: 'price_asc', take: 1 })
  expect(total).toBe(expected(filter, 'price_asc').length)
})

it('a page by name and its count look through the names of a collection in an index alone', async () => {
  const count = (filter: TokenConditions) =>
    countRowsRead(store, 'chain.current_token_datas_v2', (reader) =>
      readTokenPage(reader, { filter: { collectionId, ...filter }, order: 'price_asc', take: 50 }),
    )
  // Where those that are listed do not fill the page, others are walked until they do.
  for (const name of [
    { pattern: '#12', isExpression: false },
    { pattern: '^bee.*99$', isExpression: true },
  ])
    for (const filter of [{ name }, { name, listed: true }, { name, minOctas: 20n }])
      expect(await count(filter)).toBeLessThan(500n)
})

it('of a rare name are not looked for among all that are listed, one by one', async () => {
  const filter = { collectionId, ...named('bee #5432') }
  const { pages } = await workForAnyParameters(store, async (reader) => {
    await findCollectionTokens(reader, { filter, order: 'price_asc', take: 50 })
    await readTokenPage(reader, { filter, order: 'price_asc', take: 50 })
  })
  expect(pages).toBeLessThan(3_000)
})

it('of a rare name are found in the index of names, in the order of names too', async () => {
  const filter = { collectionId, name: named('bee #5432').name }
  const { pages } = await workForAnyParameters(store, (reader) =>
    findCollectionTokens(reader, { filter, order: 'name_asc', take: 50 }),
  )
  expect(pages).toBeLessThan(300)
})
