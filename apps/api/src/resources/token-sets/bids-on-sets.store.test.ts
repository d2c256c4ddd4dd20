import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import type { TokenConditionInput } from '@opal/contract/tokens/token-filter'
import { countRowsRead } from '@opal/store/testing/count-rows-read'
import { QUIET_COLLECTION } from '@opal/store/testing/small-market-ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../../testing/test-api.ts'
import { buildTraitColumns } from '../../trait-filter/testing/build-trait-columns.ts'
import { loadSetBidLevels } from '../bids/load-set-bids.ts'
import { FUR, queryOf, rootOf, TOKENS, tokenSetCalls } from './testing/token-set-calls.ts'

let api: TestApi
const { announce, fitting } = tokenSetCalls(() => api)
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

/** Places a bid with the root of an announced set, as the small market's bid on its collection. */
async function bidOn(
  setRoot: string,
  offerId: string,
  price: number,
  collectionId: string = EXAMPLE.collectionId,
): Promise<void> {
  await api.store.pool.query(
    `insert into market.collection_offers select (jsonb_populate_record(o, jsonb_build_object('offer_id', $1::text,
       'set_root', $2::text, 'price_octas', $3::numeric, 'collection_id', $4::text))).*
     from market.collection_offers o where set_root is null and state = 'open' and collection_id = $5 limit 1`,
    [offerId, setRoot, price, collectionId, EXAMPLE.collectionId],
  )
}

// @feature bid.trait-words
it('names a bid by a set of its own collection alone: anyone can sign one with the root of another’s', async () => {
  const tokens = await fitting(FUR)
  const root = rootOf(tokens)
  await announce({ root, collectionId: EXAMPLE.collectionId, tokens, condition: FUR })
  await bidOn(root, '0xf1', 900)
  await bidOn(root, '0xf2', 950, QUIET_COLLECTION)
  const { rows } = await api.store.pool.query<{ buyer: string }>(
    `select buyer from market.collection_offers where offer_id = '0xf1'`,
  )
  const { data } = (await api.server.inject({ url: `/data/user/biddings/${rows[0]?.buyer}` })).json()
  const bidOf = (id: string) => data.find(({ offerId }: { offerId: string }) => offerId === id)
  const condition = { ...FUR, rarityTop: 0, rarityBottom: 0 }
  expect(bidOf('0xf1')).toMatchObject({ setRoot: root, setSize: tokens.length, setCondition: condition })
  expect(bidOf('0xf2')).toMatchObject({ setRoot: root, setSize: null, setCondition: null })
  await api.store.pool.query(`delete from market.collection_offers where offer_id in ('0xf1', '0xf2')`)
})

// @feature order-health.reasons
it('distinguishes a stale bid on a set from one on its collection', async () => {
  const root = 'ab'.repeat(32)
  await bidOn(root, '0xf1', 900)
  const { rows } = await api.store.pool.query<{ buyer: string; of_any: string }>(
    `update market.collection_offers set validity = 'unfunded'
     where set_root is null and state = 'open' and buyer = (select buyer from market.collection_offers where offer_id = '0xf1')
     returning buyer, offer_id as of_any`,
  )
  await api.store.pool.query(`update market.collection_offers set validity = 'unfunded' where offer_id = '0xf1'`)
  const { data } = (await api.server.inject({ url: `/data/user/orders/stale/${rows[0]?.buyer}` })).json()
  const rootOfOrder = (id = '') => data.find(({ orderId }: { orderId: string }) => orderId === id)?.setRoot
  expect([rootOfOrder('0xf1'), rootOfOrder(rows[0]?.of_any)]).toEqual([root, null])
  await api.store.pool.query(`update market.collection_offers set validity = 'valid' where offer_id = $1`, [
    rows[0]?.of_any,
  ])
  await api.store.pool.query(`delete from market.collection_offers where offer_id = '0xf1'`)
})

// @feature bid.trait-misfits, bid.trait-words
it('shows bids on a set with its condition, and of a token whether it still fits', async () => {
  const tokens = await fitting(FUR)
  const [token = ''] = tokens
  const root = rootOf(tokens)
  await announce({ root, collectionId: EXAMPLE.collectionId, tokens, condition: FUR })
  await bidOn(root, '0xf1', 900)
  await bidOn(root, '0xf2', 950)
  const data = async (path: string) =>
    (await api.server.inject({ url: `/data/collection/biddings/${path}` })).json().data
  const condition = { ...FUR, rarityTop: 0, rarityBottom: 0 }
  const shown = { setRoot: root, condition, size: tokens.length }
  const prices = (rows: readonly { price: string; setRoot: string }[]) =>
    rows.filter(({ setRoot }) => setRoot === root).map(({ price }) => price)
  const ofCollection = await data(`sets/${EXAMPLE.collectionId}`)
  expect(prices(ofCollection)).toEqual(['950', '900'])
  expect(ofCollection.find(({ setRoot }: { setRoot: string }) => setRoot === root)).toMatchObject(shown)
  const ofToken = await data(`tokens/sets/${token}`)
  expect(prices(ofToken)).toEqual(['950', '900'])
  expect(ofToken[0]).toMatchObject({ ...shown, price: '950', fits: true })
  const other = TOKENS.find((id) => !tokens.includes(id)) ?? ''
  expect(prices(await data(`tokens/sets/${other}`))).toEqual([])
  const ladder = async (asked: TokenConditionInput) =>
    (await data(`set-levels/${EXAMPLE.collectionId}?take=50${queryOf(asked)}`)).map(
      ({ price, size }: { price: string; size: string }) => [price, size],
    )
  expect(await ladder(FUR)).toEqual([
    ['950', '3'],
    ['900', '3'],
  ])
  // Not every token of the collection can be sold into them, and none has this hat.
  expect([await ladder({}), await ladder({ attributes: [{ trait_type: 'Hat', value: 'None' }] })]).toEqual([[], []])
  const hat = JSON.stringify({ attributes: [{ trait_type: 'Hat', value: 'None' }] })
  await api.store.pool.query('update account.token_sets set condition = $1 where root = $2', [hat, root])
  expect((await data(`tokens/sets/${token}`))[0]).toMatchObject({ price: '950', fits: false })
  await api.store.pool.query('update account.token_sets set condition = null where root = $1', [root])
  expect((await data(`tokens/sets/${token}`))[0]).toMatchObject({ price: '950', condition: null, fits: null })
  await api.store.pool.query(`delete from market.collection_offers where offer_id in ('0xf1', '0xf2')`)
})

// @feature order.preview
it('counts the sales of the last days that a bid on what fits would have made, without wash trades', async () => {
  const browns = await fitting(FUR)
  const [brown = ''] = browns
  const other = TOKENS.find((id) => !browns.includes(id)) ?? ''
  const DAY = 86_400_000_000n
  const sale = (at: bigint, token: string, price: number, isWash = false) =>
    api.store.pool.query(
      `insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, collection_id, seller, buyer,
         price_octas, is_wash, at_micros) values ($1, 0, 'opal', 'listing', '0x1', $2, $3, '0xa', '0xb', $4, $5, $6)`,
      [1_000_000n + at, token, EXAMPLE.collectionId, price, isWash, TEST_NOW_MICROS - at],
    )
  await sale(DAY, brown, 70)
  await sale(2n * DAY, brown, 71)
  await sale(3n * DAY, brown, 60, true)
  await sale(8n * DAY, brown, 50)
  await sale(4n * DAY, other, 40)
  const count = async (condition: TokenConditionInput, price: number, days = 7) =>
    (
      await api.server.inject({
        url: `/data/collection/biddings/fills/${EXAMPLE.collectionId}?price=${price}&days=${days}${queryOf(condition)}`,
      })
    ).json()
  expect(await count(FUR, 70)).toEqual({ days: 7, sales: 1 })
  expect(await count(FUR, 71)).toEqual({ days: 7, sales: 2 })
  expect(await count(FUR, 71, 30)).toEqual({ days: 30, sales: 3 })
  expect(await count({}, 71)).toEqual({ days: 7, sales: 3 })
  await api.store.pool.query('delete from market.sales where version > 1000000')
})

// @feature bids.trait-ladder
it.each([
  [10_000, true],
  [10_001, false],
])('the ladder of %s items reads who has them: %s', async (count, isRead) => {
  const made = Array.from({ length: count - TOKENS.length }, (_, at) => `0x${at.toString(16).padStart(64, '0')}`)
  const rows = [...made, ...TOKENS].map((tokenDataId) => ({
    tokenDataId,
    name: '',
    attributes: null,
    properties: null,
    rank: null,
  }))
  const traits = { ...api.context.traits, columnsOf: async () => buildTraitColumns(rows) }
  const read = await countRowsRead(api.store, 'market.token_holders', async ({ db }) => {
    const context = { store: { ...api.store, db }, traits, nowMicros: () => TEST_NOW_MICROS }
    const ladder = await loadSetBidLevels(context, EXAMPLE.collectionId, { take: 50, rarityTop: 0, rarityBottom: 0 })
    expect(ladder).toEqual({ data: [], hasMore: false })
  })
  expect(read > 0n).toBe(isRead)
})
