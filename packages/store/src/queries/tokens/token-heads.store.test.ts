import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { seedSmallMarket } from '../../testing/small-market.ts'
import { CLOSED_MARKETPLACE_TOKEN, SMALL_MARKET_IDS, THIRD_TOKEN } from '../../testing/small-market-ids.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readExitTokens } from '../portfolio/exit-facts.ts'
import { readTokens, type TokenRow } from './read-tokens.ts'
import { readTokenHeads, type TokenHead } from './token-heads.ts'

const NOW = 1_790_000_000_000_000n
const { collectionId, tokenDataId, listedTokenDataId } = SMALL_MARKET_IDS
const OF_MARKET = [tokenDataId, listedTokenDataId, THIRD_TOKEN, CLOSED_MARKETPLACE_TOKEN]

let store: Store
beforeAll(async () => {
  store = await createTestStore()
  await seedSmallMarket(store, { ids: SMALL_MARKET_IDS, marketplace: 'somewhere', nowMicros: NOW })
})
afterAll(() => store[Symbol.asyncDispose]())

const anyToken = fc.record({
  standard: fc.constantFrom('v1', 'v2'),
  isDeleted: fc.constantFrom(null, false, true),
  isOfSeenCollection: fc.boolean(),
  isDescribed: fc.boolean(),
  // The holder of each edition, and how many it has.
  held: fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(2)), { selector: ([edition]) => edition, maxLength: 3 }),
})
const idOf = (at: number) => `0x${String(at).padStart(64, '9')}`

async function write(tokens: readonly (typeof anyToken extends fc.Arbitrary<infer One> ? One : never)[]) {
  await store.pool.query(`delete from chain.current_token_datas_v2 where token_data_id like '0x9%'`)
  await store.pool.query(`delete from market.token_holders where token_data_id like '0x9%'`)
  for (const [at, { standard, isDeleted, isOfSeenCollection, isDescribed, held }] of tokens.entries()) {
    await store.pool.query(
      `insert into chain.current_token_datas_v2
       select (jsonb_populate_record(t, jsonb_build_object('token_data_id', $1::text, 'token_standard', $2::text, 'is_deleted_v2', $3::boolean,
         'collection_id', $4::text, 'token_uri', case when $5::boolean then t.token_uri else '' end))).*
       from chain.current_token_datas_v2 t where token_data_id = $6`,
      [idOf(at), standard, isDeleted, isOfSeenCollection ? collectionId : '0xdead', isDescribed, tokenDataId],
    )
    // Tokens of the newer standard have one edition.
    for (const [edition, amount] of standard === 'v1' ? held : held.slice(0, 1)) {
      await store.pool.query(
        'insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount) values ($1, $2, $3, $4, $5)',
        [idOf(at), standard === 'v1' ? edition : 0, `0x${edition}`, collectionId, amount],
      )
    }
  }
}

const headOf = (row: TokenRow): TokenHead => ({
  tokenDataId: row.tokenDataId,
  name: row.name,
  image: row.image,
  tokenStandard: row.tokenStandard,
  isDeleted: row.isDeleted,
  attributes: row.attributes,
  properties: row.properties,
  collectionId: row.collectionId,
  collectionName: row.collectionName,
  creatorAddress: row.creatorAddress,
  propertyVersion: row.propertyVersion,
})
const byId = <Row extends { readonly tokenDataId: string }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => (one.tokenDataId < other.tokenDataId ? -1 : 1))

it('what names a token is what lists of tokens show, whatever is known of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyToken, { maxLength: 6 }), async (tokens) => {
      await write(tokens)
      const ids = [...OF_MARKET, ...tokens.map((_, at) => idOf(at)), '0xunknown']
      const rows = byId(await readTokens(store, ids, NOW))
      expect(byId(await readTokenHeads(store, ids))).toEqual(rows.map(headOf))
      expect(byId(await readExitTokens(store, ids))).toEqual(
        rows.map((row) => {
          const { imageFacts, collectionImage, lastSaleOctas } = row
          return { ...headOf(row), imageFacts, collectionImage, lastSaleOctas }
        }),
      )
    }),
    { numRuns: runs(30) },
  )
  const [shown] = await readExitTokens(store, [tokenDataId])
  expect(await readTokenHeads(store, [])).toEqual([])
  expect(shown).toMatchObject({ image: expect.any(String), collectionImage: expect.any(String) })
})

it.each(['listings', 'token_offers', 'collection_offers', 'token_rarity', 'token_holders'] as const)(
  'for the names of tokens no row of market.%s is read',
  async (table) => {
    const read = (reader: Parameters<typeof readTokenHeads>[0]) =>
      Promise.all([readTokenHeads(reader, OF_MARKET), readExitTokens(reader, OF_MARKET)])
    expect((await read(store)).map(({ length }) => length)).toEqual([OF_MARKET.length, OF_MARKET.length])
    expect(await countRowsRead(store, `market.${table}`, read)).toBe(0n)
  },
)
