import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const like = `collection_id = '${EXAMPLE.collectionId}'`
  const editions = { collection_id: COLLECTION, collection_name: 'Editions', token_standard: 'v1' }
  await copyRow('chain.current_collections_v2', like, editions)
  await copyRow('market.collection_stats', like, {
    collection_id: COLLECTION,
    floor_octas: MAX_U64,
    last_sale_octas: MAX_U64,
    sales_all: SALES,
  })
  for (const [at, token] of TOKENS.entries()) {
    await copyRow('chain.current_token_datas_v2', `token_data_id = '${EXAMPLE.tokenDataId}'`, {
      token_data_id: token,
      collection_id: COLLECTION,
      token_name: `Edition ${at}`,
      token_standard: 'v1',
    })
    await copyRow('market.collection_offers', `state = 'open' and validity = 'valid'`, {
      offer_id: `many-${at}`,
      collection_id: COLLECTION,
      remaining_amount: MAX_U64,
    })
  }
})
afterAll(() => api[Symbol.asyncDispose]())

const MAX_U64 = 2n ** 64n - 1n
/** Sales of the collection, and how many items so many support the estimate of. @source docs/product/portfolio-and-pnl.md#estimate */
const [SALES, ESTIMATED] = [2n, 2_000n]
const COLLECTION = `0x${'ef'.repeat(32)}`
const TOKENS = Array.from({ length: 40 }, (_, at) => `0x${String(at).padStart(64, '0')}`)
const WALLET = `0x${'ed'.repeat(32)}`
const anyAmount = fc.oneof(
  fc.constantFrom(1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n, MAX_U64),
  fc.bigInt({ min: 1n, max: MAX_U64 }),
)

/** Inserts a row like one that is there, with some columns changed. */
async function copyRow(table: string, where: string, changed: Readonly<Record<string, unknown>>): Promise<void> {
  await api.store.pool.query(
    `insert into ${table} select (jsonb_populate_record(row, $1::jsonb)).* from ${table} row where ${where} limit 1`,
    [JSON.stringify(changed, (_, value) => (typeof value === 'bigint' ? String(value) : value))],
  )
}

/** Gives the wallet this many editions of a token each, as after transfers that it did not ask for. */
async function hold(amounts: readonly bigint[]): Promise<void> {
  const { pool } = api.store
  await pool.query('delete from market.lots where wallet = $1', [WALLET])
  await pool.query('delete from market.token_holders where holder = $1', [WALLET])
  const given = [TOKENS.slice(0, amounts.length), amounts.map(String), WALLET, COLLECTION]
  await pool.query(
    `insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, collection_id, amount,
       acquired_by, acquired_at_micros, is_in_transit)
     select $3, token, 0, 1, 0, $4, amount, 'transfer', 1, false from unnest($1::text[], $2::numeric[]) as held (token, amount)`,
    given,
  )
  await pool.query(
    `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
     select token, 0, $3, $4, amount from unnest($1::text[], $2::numeric[]) as held (token, amount)`,
    given,
  )
}

async function get(url: string) {
  const answer = await api.server.inject({ method: 'GET', url })
  expect({ url, status: answer.statusCode }).toEqual({ url, status: 200 })
  return answer.json()
}

// @feature portfolio.summary
it('sums what a wallet holds exactly, however many editions a stranger sends it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAmount, { minLength: 1, maxLength: TOKENS.length }), async (amounts) => {
      await hold(amounts)
      const total = amounts.reduce((sum, amount) => sum + amount, 0n)
      const [count, value] = [String(total), String((total < ESTIMATED ? total : ESTIMATED) * MAX_U64)]
      expect(await get(`/data/user/pnl/${WALLET}`)).toMatchObject({
        totalCount: count,
        unknownCostCount: count,
        estimatedPrice: value,
        listedCount: 0,
        soldCount: '0',
        soldUnknownCount: '0',
      })
      expect(await get(`/api/collection/myCollections/summary?walletAddress=${WALLET}`)).toMatchObject({
        totalNfts: count,
        estimated: value,
      })
      expect((await get(`/data/user/collections/${WALLET}`)).data).toMatchObject([{ tokenCount: count, value }])
      expect((await get(`/api/collection/owners/${COLLECTION}`)).data).toMatchObject([{ held: count }])
      const { buckets } = await get(`/api/collection/${COLLECTION}/holding-times`)
      expect(buckets.map(({ tokens }: { tokens: string }) => tokens)).toContain(count)
    }),
    { numRuns: 10, examples: [[TOKENS.map(() => MAX_U64)]] },
  )
})

it('answers the lists and files of a wallet with the most editions that there can be', async () => {
  await hold([MAX_U64, MAX_U64])
  const held = [{ held: String(MAX_U64) }, { held: String(MAX_U64) }]
  // Each has half of the items that count.
  const estimate = String((ESTIMATED / 2n) * MAX_U64)
  expect((await get(`/data/user/tokens/${WALLET}`)).data).toMatchObject(
    held.map((one) => ({ ...one, estimatedPrice: String(MAX_U64), estimatedValue: estimate })),
  )
  expect((await get(`/data/user/lots/${WALLET}`)).data).toMatchObject(
    held.map(() => ({ amount: String(MAX_U64), estimate })),
  )
  expect((await get(`/data/user/export/portfolio/${WALLET}?format=json`)).rows).toMatchObject(
    held.map(() => ({ amount: String(MAX_U64), estimateOctas: estimate })),
  )
  expect((await get(`/data/user/export/pnl/${WALLET}?format=json`)).rows).toHaveLength(2)
})

// @feature bids.ladder
it('sums the items that several bids of one price want', async () => {
  const { data } = await get(`/api/collection/${COLLECTION}/biddings`)
  const [{ price, size, totalPrice }] = data
  expect({ size, totalPrice }).toEqual({
    size: String(40n * MAX_U64),
    totalPrice: String(40n * MAX_U64 * BigInt(price)),
  })
})
