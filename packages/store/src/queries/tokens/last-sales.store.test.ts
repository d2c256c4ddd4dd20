import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { sales } from '../../schema/history.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertRows } from '../../testing/insert-rows.ts'
import { saleRow } from '../../testing/sale-row.ts'
import { seedSmallMarket } from '../../testing/small-market.ts'
import { SMALL_MARKET_IDS } from '../../testing/small-market-ids.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readSoldAt } from '../traits/trait-rows.ts'
import { findCollectionTokens, type TokenPlace } from './find-collection-tokens.ts'
import { readTokens } from './read-tokens.ts'
import type { TokenConditions } from './token-filter.ts'

const { collectionId, tokenDataId } = SMALL_MARKET_IDS
const NOW = 1_790_000_000_000_000n
const MORE = 8

let store: Store
let tokens: readonly { readonly id: string; readonly name: string; readonly isListed: boolean }[]

beforeAll(async () => {
  store = await createTestStore()
  await seedSmallMarket(store, { ids: SMALL_MARKET_IDS, marketplace: 'somewhere', nowMicros: NOW })
  await store.pool.query(
    `insert into chain.current_token_datas_v2
     select (jsonb_populate_record(t, jsonb_build_object('token_data_id', '0x' || lpad(n::text, 64, '9')))).*
     from chain.current_token_datas_v2 t, generate_series(1, ${MORE}) n where token_data_id = $1`,
    [tokenDataId],
  )
  const { rows } = await store.pool.query(
    `select token_data_id as id, token_name as name, exists (select from market.listings l
       where l.token_data_id = t.token_data_id and l.state = 'open' and l.validity = 'valid') as "isListed"
     from chain.current_token_datas_v2 t where collection_id = $1 and is_deleted_v2 is not true`,
    [collectionId],
  )
  tokens = rows
  return () => store[Symbol.asyncDispose]()
})

const FILTERS: readonly (readonly [TokenConditions, (token: (typeof tokens)[number]) => boolean])[] = [
  [{}, () => true],
  [{ listed: true }, ({ isListed }) => isListed],
  [{ listed: false }, ({ isListed }) => !isListed],
  [{ name: { pattern: '#8', isExpression: false } }, ({ name }) => name.includes('#8')],
]

it('tokens by their last sale are those of the whole collection in order, page by page, whatever was sold when and how often', async () => {
  const sale = fc.record({ token: fc.nat(), at: fc.integer({ min: 1, max: 12 }), is_wash: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { maxLength: 40 }), fc.constantFrom(...FILTERS), async (sold, [filter, fits]) => {
      const last = new Map<string, bigint>()
      const rows = sold.map(({ token, at, is_wash }, index) => {
        const id = tokens[token % tokens.length]?.id ?? ''
        const at_micros = NOW + BigInt(at)
        if (!is_wash && at_micros > (last.get(id) ?? 0n)) last.set(id, at_micros)
        return saleRow({
          version: BigInt(index),
          collection_id: collectionId,
          price_octas: 1n,
          at_micros,
          token_data_id: id,
          is_wash,
        })
      })
      await store.pool.query('truncate market.sales')
      await insertRows(store, sales, rows)
      const expected = tokens
        .filter(fits)
        .map(({ id }) => ({ value: last.get(id) ?? 0n, id }))
        .sort((a, b) => (a.value === b.value ? (a.id < b.id ? 1 : -1) : a.value < b.value ? 1 : -1))
        .map(({ value, id }) => ({ phase: 'all', value: String(value), tokenDataId: id }))
      const asked = { filter: { collectionId, ...filter }, order: 'last_sale_desc', take: 3 } as const
      const walked: TokenPlace[] = []
      for (let after: TokenPlace | undefined; ; after = walked.at(-1)) {
        const page = await findCollectionTokens(store, { ...asked, ...(after && { after }) })
        walked.push(...page)
        if (page.length < 3) break
      }
      expect(walked).toEqual(expected)
      const middle = await findCollectionTokens(store, { ...asked, offset: 4 })
      expect(middle).toEqual(expected.slice(4, 7))
      const soldAt = await readSoldAt(store, collectionId)
      expect(new Map(soldAt)).toEqual(last)
      const ids = tokens.filter((_, at) => at % 2 === 0).map(({ id }) => id)
      const some = await readSoldAt(store, collectionId, ids)
      expect([...some]).toEqual([...soldAt].filter(([id]) => ids.includes(id)))
    }),
    { numRuns: 60 },
  )
})

it('last sales of some tokens are looked up, however often others were sold', async () => {
  const [often = '', once = ''] = tokens.map((token) => token.id)
  await store.pool.query('truncate market.sales')
  const rows = Array.from({ length: 3_000 }, (_, at) =>
    saleRow({
      version: BigInt(at),
      collection_id: collectionId,
      price_octas: 1n,
      token_data_id: at === 0 ? once : often,
      at_micros: NOW + BigInt(at),
    }),
  )
  await insertRows(store, sales, rows)
  await store.pool.query('analyze market.sales')
  const read = await countRowsRead(store, 'market.sales', async (reader) => {
    const sold = await readSoldAt(reader, collectionId, [once, often])
    expect([...sold]).toEqual([
      [often, NOW + 2_999n],
      [once, NOW],
    ])
  })
  expect(read).toBeLessThan(10n)
})

it('the tokens sold last are found among a few sales, however many wash trades came after these', async () => {
  const [id = ''] = tokens.map((token) => token.id)
  const honest = { collection_id: collectionId, price_octas: 1n, token_data_id: id, at_micros: NOW, version: 0n }
  await store.pool.query('truncate market.sales')
  await insertRows(store, sales, [
    saleRow({ ...honest, is_wash: false }),
    ...Array.from({ length: 3_000 }, (_, at) => {
      return saleRow({ ...honest, version: BigInt(at + 1), at_micros: NOW + BigInt(at), is_wash: true })
    }),
  ])
  for (const isAnalyzed of [false, true]) {
    if (isAnalyzed) await store.pool.query('analyze market.sales')
    const read = await countRowsRead(store, 'market.sales', async (reader) => {
      const asked = { filter: { collectionId }, order: 'last_sale_desc', take: 3 } as const
      const [first] = await findCollectionTokens(reader, asked)
      expect(first).toMatchObject({ tokenDataId: id, value: String(NOW) })
      expect(await readTokens(reader, [id], NOW)).toMatchObject([{ lastSaleAtMicros: NOW }])
    })
    expect(read).toBeLessThan(100n)
  }
})
