import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { sales } from '../../schema/history.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { workForAnyParameters } from '../../testing/plans/work-for-any-parameters.ts'
import { saleRow } from '../../testing/sale-row.ts'
import { createTestStore } from '../../testing/test-store.ts'
import type { Reader } from '../read-rows.ts'
import { findHeldTokens, type HeldToken, type HeldTokensOrder } from './held-tokens.ts'
import type { SpamChoice } from './spam.ts'

const EDITIONS = 300n

it('orders the listed editions of a v1 token without reading all of them for each', async () => {
  await using store = await createTestStore()
  await store.pool.query(`
    insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select 'poster', n, '0xa', 'posters', 1 from generate_series(1, ${EDITIONS}) n;
    insert into market.listings
      select 'bazaar', n::text, 'poster', n, 'v1', 'posters', '0xa', 1000 - n, 'open', 'valid', n, n, n, 0, n from generate_series(1, ${EDITIONS}) n;
    insert into market.collection_stats (collection_id, floor_octas, last_version) values ('posters', 700, 1);
    analyze market.token_holders, market.listings`)
  const orders: readonly HeldTokensOrder[] = ['listed_price', 'listed_at', 'floor_distance']
  for (const order of orders) {
    const find = (reader: Parameters<typeof findHeldTokens>[0]) =>
      findHeldTokens(reader, { holder: '0xa' }, { order, descending: true, take: 1 })
    const [first] = await find(store)
    expect(first?.propertyVersion, order).toBe(order === 'listed_at' ? EDITIONS : 1n)
    expect(await countRowsRead(store, 'market.listings', find), order).toBeLessThan(3n * EDITIONS)
  }
})

describe('the orders by collection, by value, by rarity, by last sale and by date of acquisition', () => {
  const tokens = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 30 }).map(String),
      collection: fc.constantFrom(null, 'c1', 'c2', 'c3', 'c4'),
      amount: fc.constantFrom(0n, 1n, 1n, 2n),
      /** Versions in which it came, and whether it went again; versions repeat. */
      lots: fc.array(fc.record({ version: fc.integer({ min: 1, max: 5 }), isHeld: fc.boolean() }), { maxLength: 3 }),
    }),
    { selector: ({ id }) => id, maxLength: 20 },
  )
  /** Two of the same value, one of none, and one without stats. */
  const VALUES: Readonly<Record<string, number>> = { c1: 5, c2: 7, c3: 7 }
  /** Last price of each token that was sold: twice, the first time for more, and then for most in a wash trade. */
  const PRICES: Readonly<Record<string, number>> = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [String(at + 1), 1 + (at % 4)]),
  )
  /** Rank of each token whose collection is known. */
  const RANKS: Readonly<Record<string, number>> = Object.fromEntries(
    Array.from({ length: 25 }, (_, at) => [String(at + 1), 1 + (at % 3)]),
  )
  /** Without market data, and without a sign that the holder wanted the token. */
  const SPAM = 'c4'

  // @feature portfolio.sort
  it('are those of the whole list, page by page, whatever is held', async () => {
    await using store = await createTestStore()
    await store.pool.query(`insert into market.collection_stats (collection_id, top_bid_octas, best_proceeds_octas, last_version)
      values ('c1', 5, 9, 1), ('c2', 7, 9, 1), ('c3', 7, 9, 1)`)
    await insertRows(
      store,
      sales,
      Object.entries(PRICES).flatMap(([token_data_id, price], at) =>
        [price + 10, price, 30 - price].map((octas, time) =>
          saleRow({
            version: BigInt(3 * at + time),
            at_micros: BigInt(time),
            price_octas: BigInt(octas),
            collection_id: 'c1',
            token_data_id,
            is_wash: time === 2,
          }),
        ),
      ),
    )
    await fc.assert(
      fc.asyncProperty(
        tokens,
        fc.constantFrom<HeldTokensOrder>('collection', 'value', 'rarity', 'last_sale', 'acquired'),
        fc.boolean(),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom<SpamChoice>('include', 'hide', 'only'),
        async (held, order, descending, take, spam) => {
          await store.pool.query(
            'delete from market.token_holders; delete from market.lots; delete from market.token_rarity',
          )
          for (const { id, collection, amount, lots } of held) {
            await store.pool.query(
              `insert into market.token_holders values ($1, 0, '0xa', $2, $3), ($1, 0, '0xb', $2, 1)`,
              [id, collection, amount],
            )
            await store.pool.query(
              `insert into market.token_rarity (token_data_id, collection_id, rank, score, breakdown)
                select $1::text, $2::text, $3::int, 1, '[]' where $2::text is not null and $3::int is not null`,
              [id, collection, RANKS[id] ?? null],
            )
            await writeLots(store, id, lots)
          }
          const none = descending ? -1 : 1e38
          const rankOf = ({ id, collection, lots }: (typeof held)[number]) => {
            if (order === 'collection') return 0
            const newest = Math.max(...lots.flatMap(({ version, isHeld }) => (isHeld ? version : [])))
            if (order === 'acquired') return Number.isFinite(newest) ? newest : none
            if (order === 'rarity') return (collection === null ? undefined : RANKS[id]) ?? none
            return (order === 'value' ? VALUES[collection ?? ''] : PRICES[id]) ?? none
          }
          const keyOf = (one: (typeof held)[number]) => [rankOf(one), one.collection ?? '', one.id]
          const wanted = held
            .filter(({ amount, collection }) => amount > 0n && isChosen(collection === SPAM, spam))
            .map((one) => ({ id: one.id, key: keyOf(one) }))
            .toSorted((a, b) => compareKeys(a.key, b.key) * (descending ? -1 : 1))
            .map(({ id }) => id)
          const found: HeldToken[] = []
          for (let after: HeldToken | undefined; ; ) {
            const page = await findHeldTokens(
              store,
              { holder: '0xa', spam },
              { order, descending, take, ...(after && { after }) },
            )
            found.push(...page)
            after = page.at(-1)
            if (after === undefined) break
          }
          expect(found.map(({ tokenDataId }) => tokenDataId)).toEqual(wanted)
          const second = await findHeldTokens(store, { holder: '0xa', spam }, { order, descending, take, offset: take })
          expect(second.map(({ tokenDataId }) => tokenDataId)).toEqual(wanted.slice(take, 2 * take))
        },
      ),
      { numRuns: runs(80) },
    )
  })

  it('look at each collection once, however many of its tokens are held', async () => {
    await using store = await createTestStore()
    await store.pool.query(`
      insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
        select 't' || n, 0, '0xa', 'c' || n % 3, 1 from generate_series(1, 3000) n;
      insert into market.collection_stats (collection_id, top_bid_octas, best_proceeds_octas, last_version)
        select 'c' || n, n, 9, 1 from generate_series(0, 2) n;
      analyze market.token_holders, market.collection_stats`)
    const find = (reader: Parameters<typeof findHeldTokens>[0]) =>
      findHeldTokens(reader, { holder: '0xa' }, { order: 'value', descending: true, take: 50 })
    expect((await find(store)).map(({ collectionId }) => collectionId)).toEqual(Array(50).fill('c2'))
    expect(await countRowsRead(store, 'market.collection_stats', find)).toBeLessThan(20n)
  })
})

function isChosen(isSpam: boolean, choice: SpamChoice): boolean {
  return choice === 'include' || isSpam === (choice === 'only')
}

/** Writes a wallet's lots of a token, those of another edition, and those of another wallet, which are newer than all. */
async function writeLots(
  store: Store,
  id: string,
  lots: readonly { readonly version: number; readonly isHeld: boolean }[],
): Promise<void> {
  await store.pool.query(
    `insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, amount, acquired_by,
        acquired_at_micros, is_in_transit, released_version)
      select of.wallet, $1, of.edition, of.newer + version, n, 1, 'mint', version, n % 2 = 0, case when is_held then null else 9 end
      from unnest($2::int[], $3::boolean[]) with ordinality as lot (version, is_held, n)
      cross join (values ('0xa', 0, 0), ('0xa', 1, 9), ('0xb', 0, 9)) as of (wallet, edition, newer)`,
    [id, lots.map(({ version }) => version), lots.map(({ isHeld }) => isHeld)],
  )
}

/** Compares numbers as such, and texts by their characters. */
function compareKeys(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  for (const [at, value] of one.entries()) {
    const against = other[at] as string | number
    if (value !== against) return value < against ? -1 : 1
  }
  return 0
}

it('the order by date of acquisition reads the lots of a wallet in one pass', async () => {
  await using store = await createTestStore()
  const LOTS = 3_000
  await store.pool.query(`
    insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select 't' || n, 0, '0xa', 'c' || n % 3, 1 from generate_series(1, ${LOTS}) n;
    insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, amount, acquired_by, acquired_at_micros, is_in_transit)
      select wallet, 't' || n, 0, n, 0, 1, 'mint', n, false from generate_series(1, ${LOTS}) n, unnest(array['0xa', '0xb']) wallet`)
  await store.pool.query('vacuum analyze market.token_holders, market.lots')
  const { pages, pairs } = await workForAnyParameters(store, async (reader) => {
    const [newest] = await findHeldTokens(reader, { holder: '0xa' }, { order: 'acquired', descending: true, take: 50 })
    expect(newest?.tokenDataId).toBe(`t${LOTS}`)
  })
  expect(pairs).toBe(0)
  // Looked up one by one, each would be three.
  expect(pages).toBeLessThan(LOTS / 4)
})

it.each(['collection', 'name', 'value'] as const)(
  'a page by %s reads about as many holdings as it shows, also far down',
  async (order) => {
    await using store = await createTestStore()
    await store.pool.query(`
    insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select 't' || n, 0, '0xa', 'c' || n % 2, 1 from generate_series(1, 6000) n;
    update market.token_holders set name_key = 'Ape #' || lpad(substr(token_data_id, 2), 10, '0');
    insert into market.collection_stats (collection_id, top_bid_octas, best_proceeds_octas, last_version)
      values ('c0', 1, 9, 1), ('c1', 2, 9, 1);
    analyze market.token_holders, market.collection_holders, market.collection_stats`)
    for (const descending of [false, true]) {
      const page = { order, descending, take: 50 }
      const all = await findHeldTokens(store, { holder: '0xa' }, { ...page, take: 4_001 })
      for (const after of [undefined, all.at(-1)]) {
        const find = (reader: Reader) =>
          findHeldTokens(reader, { holder: '0xa', spam: 'include' }, { ...page, ...(after && { after }) })
        expect(await find(store)).toHaveLength(50)
        expect(await countRowsRead(store, 'market.token_holders', find)).toBeLessThan(160n)
      }
    }
  },
)
