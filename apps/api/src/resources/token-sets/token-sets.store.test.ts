import { EXAMPLE, EXAMPLE_SET } from '@opal/contract/shapes/example-ids'
import type { TokenConditionInput } from '@opal/contract/tokens/token-filter'
import { parseAddress } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import { buildTokenSet, leafOf } from '@opal/domain/tokens/token-set'
import { SET_BOUNDS } from '@opal/store/accounts/token-set-shares'
import { countRowsRead } from '@opal/store/testing/count-rows-read'
import { CLOSED_MARKETPLACE_TOKEN, QUIET_COLLECTION, THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../../testing/test-api.ts'
import { buildTraitColumns } from '../../trait-filter/trait-columns.ts'
import { loadSetBidLevels } from '../bids/load-set-bids.ts'

const TOKENS = [EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId, THIRD_TOKEN, CLOSED_MARKETPLACE_TOKEN]
let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const rootOf = (tokens: readonly string[]) =>
  buildTokenSet(tokens.map((id) => leafOf({ standard: 'v2', tokenDataId: parseAddress(id) }))).root

async function announce(body: object, remoteAddress = '127.0.0.1') {
  const answer = await api.server.inject({ method: 'POST', url: '/data/token-sets', payload: body, remoteAddress })
  return { status: answer.statusCode, json: answer.json() }
}

async function get(root: string) {
  const answer = await api.server.inject({ url: `/data/token-sets/${root}` })
  return { status: answer.statusCode, json: answer.json() }
}

// @feature bid.set
it('any list that makes up its root is stored and served, in any order; any other list is refused, whatever was announced before', async () => {
  const lists = fc.uniqueArray(fc.constantFrom(...TOKENS), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(lists, lists, async (list, other) => {
      const root = rootOf(list)
      const isSame = new Set([...list, ...other]).size === list.length && list.length === other.length
      const wrong = await announce({ root, collectionId: EXAMPLE.collectionId, tokens: other })
      expect(wrong.status).toBe(isSame ? 200 : 422)
      if (!isSame) expect(wrong.json.error.code).toBe('token-set-refused')
      const announced = await announce({ root, collectionId: EXAMPLE.collectionId, tokens: list })
      expect(announced).toEqual({ status: 200, json: { root, size: list.length } })
      const { json } = await get(root)
      const served = json.tokens.map((token: { tokenDataId: string }) => token.tokenDataId)
      expect(new Set(served)).toEqual(new Set(list))
      expect(rootOf(served)).toBe(root)
      expect(json).toMatchObject({ root, collectionId: EXAMPLE.collectionId })
    }),
    { numRuns: runs(12) },
  )
})

it.each([
  ['a token twice', { tokens: [EXAMPLE.tokenDataId, EXAMPLE.tokenDataId] }, 422],
  ['a token of another collection', { collectionId: QUIET_COLLECTION }, 422],
  ['an unknown token', { tokens: [`0x${'ab'.repeat(32)}`] }, 422],
  ['an edition of a token that has none', { tokens: [`${EXAMPLE.tokenDataId}/1`] }, 422],
  ['an edition beyond 64 bits', { tokens: [`${EXAMPLE.tokenDataId}/18446744073709551616`] }, 400],
  ['no token', { tokens: [] }, 400],
  ['a root that is none', { root: 'x'.repeat(64) }, 400],
  [
    '10,001 tokens',
    { tokens: Array.from({ length: 10_001 }, (_, at) => `0x${at.toString(16).padStart(64, '0')}`) },
    400,
  ],
  ['more than a megabyte', { tokens: Array.from({ length: 20_000 }, () => `0x${'0'.repeat(64)}`) }, 413],
])('a set with %s is refused', async (_, change, status) => {
  const body = {
    root: EXAMPLE_SET.root,
    collectionId: EXAMPLE.collectionId,
    tokens: [...EXAMPLE_SET.tokens],
    ...change,
  }
  expect((await announce(body)).status).toBe(status)
})

const FUR = { attributes: [{ trait_type: 'Fur', value: 'Brown' }] }
const CONDITIONS: readonly TokenConditionInput[] = [
  {},
  FUR,
  { attributes: [{ trait_type: 'Fur', value: ['Brown', 'Red'], not: true }] },
  { attributes: [...FUR.attributes, { trait_type: 'Eyes', value: 'Blue', not: true }] },
  { attributes: [{ trait_type: 'Hat', value: 'None' }] },
]
const queryOf = ({ attributes }: TokenConditionInput) =>
  attributes === undefined ? '' : `&attributes=${encodeURIComponent(JSON.stringify(attributes))}`

async function fitting(condition: TokenConditionInput): Promise<readonly string[]> {
  const url = `/data/token-sets?collectionId=${EXAMPLE.collectionId}${queryOf(condition)}`
  const { tokens } = (await api.server.inject({ url })).json()
  return tokens.map(({ tokenDataId }: { tokenDataId: string }) => tokenDataId)
}

// @feature bid.trait-set
it('finds for any condition the tokens that the list of items has under it', async () => {
  for (const condition of CONDITIONS) {
    const url = `/api/collection/${EXAMPLE.collectionId}/nfts?limit=50${queryOf(condition)}`
    const { data } = (await api.server.inject({ url })).json()
    const listed = data.map(({ tokenDataId }: { tokenDataId: string }) => tokenDataId)
    expect(new Set(await fitting(condition))).toEqual(new Set(listed))
  }
  expect((await fitting(FUR)).length).toBeGreaterThan(0)
})

// @feature bid.trait-set
it('stores with a set the condition that exactly its tokens fit, and refuses any other', async () => {
  for (const condition of CONDITIONS) {
    const tokens = await fitting(condition)
    for (const other of CONDITIONS) {
      const ofOther = await fitting(other)
      if (ofOther.length === 0) continue
      const isSame = new Set([...tokens, ...ofOther]).size === tokens.length && tokens.length === ofOther.length
      const body = { root: rootOf(ofOther), collectionId: EXAMPLE.collectionId, tokens: ofOther, condition }
      expect((await announce(body)).status).toBe(isSame ? 200 : 422)
    }
  }
  const root = rootOf(await fitting(FUR))
  const stored = { ...FUR, rarityTop: 0, rarityBottom: 0 }
  expect((await get(root)).json.condition).toEqual(stored)
  // The first condition stays: another one may have the same tokens.
  const wider = { attributes: [{ trait_type: 'Fur', value: ['Brown', 'None'] }] }
  expect(new Set(await fitting(wider))).toEqual(new Set(await fitting(FUR)))
  const again = { root, collectionId: EXAMPLE.collectionId, tokens: await fitting(FUR), condition: wider }
  expect((await announce(again)).status).toBe(200)
  expect((await get(root)).json.condition).toEqual(stored)
})

// Lists of a hundred bids have the condition of each.
it('refuses a condition that is long, however it is written, though exactly the tokens fit it', async () => {
  const tokens = await fitting({})
  const body = { root: rootOf(tokens), collectionId: EXAMPLE.collectionId, tokens }
  const shape = fc.record({
    kinds: fc.integer({ min: 0, max: 50 }),
    values: fc.integer({ min: 1, max: 100 }),
    length: fc.nat(200),
  })
  const blank = { rarityTop: 0, rarityBottom: 0 }
  const shapes = [
    { kinds: 1, values: 5, length: 380 },
    { kinds: 1, values: 5, length: 420 },
    { kinds: 50, values: 100, length: 100 },
    { kinds: 50, values: 1, length: 1 },
    ...fc.sample(shape, runs(12)),
  ]
  const lengths: number[] = []
  for (const { kinds, values, length } of shapes) {
    const attributes = Array.from({ length: kinds }, (_, kind) => ({
      ...{
        trait_type: `${kind}`,
        value: Array.from({ length: values }, () => '\u{1f600}'.repeat(length >> 1)),
        not: true,
      },
    }))
    const size = JSON.stringify({ ...blank, attributes }).length
    lengths.push(size)
    expect((await announce({ ...body, condition: { attributes } })).status).toBe(size <= 2_048 ? 200 : 400)
  }
  expect(lengths.some((size) => size <= 2_048) && lengths.some((size) => size > 500_000)).toBe(true)
})

it('stores a condition with half of a character, which the store cannot hold, as its tokens fit it', async () => {
  const tokens = await fitting({})
  const root = rootOf(tokens)
  await api.store.pool.query('delete from account.token_sets where root = $1', [root])
  const condition = { attributes: [{ trait_type: 'Fur', value: 'a\ud83d', not: true }] }
  expect((await announce({ root, collectionId: EXAMPLE.collectionId, tokens, condition })).status).toBe(200)
  expect((await get(root)).json.condition).toMatchObject({ attributes: [{ trait_type: 'Fur', value: 'a\ufffd' }] })
  await api.store.pool.query('delete from account.token_sets where root = $1', [root])
})

// @feature bid.trait-misfits
it('says how many tokens of a set do not fit its condition any more', async () => {
  const tokens = await fitting({})
  const root = rootOf(tokens)
  await announce({ root, collectionId: EXAMPLE.collectionId, tokens, condition: {} })
  const fit = async () => (await api.server.inject({ url: `/data/token-sets/${root}/fit` })).json()
  const blank = { rarityTop: 0, rarityBottom: 0 }
  const shared = { root, collectionId: EXAMPLE.collectionId, size: tokens.length }
  expect(await fit()).toEqual({ ...shared, condition: blank, misfits: 0 })
  // As if it had been built from these traits, and some tokens had lost them since.
  for (const condition of CONDITIONS) {
    await api.store.pool.query('update account.token_sets set condition = $1 where root = $2', [condition, root])
    const misfits = tokens.length - (await fitting(condition)).length
    expect(await fit()).toEqual({ ...shared, condition: { ...blank, ...condition }, misfits })
  }
  await api.store.pool.query('update account.token_sets set condition = null where root = $1', [root])
  expect(await fit()).toEqual({ ...shared, condition: null, misfits: null })
})

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

it.each([
  ['an unknown collection', `collectionId=0x${'ee'.repeat(32)}`, 404],
  ['no collection', '', 400],
  ['traits that are none', `collectionId=${EXAMPLE.collectionId}&attributes=x`, 400],
  ['a price', `collectionId=${EXAMPLE.collectionId}&priceTop=5`, 400],
])('finds nothing for %s', async (_, query, status) => {
  expect((await api.server.inject({ url: `/data/token-sets?${query}` })).statusCode).toBe(status)
})

it('says which set is not known', async () => {
  const { status, json } = await get('ab'.repeat(32))
  expect([status, json.error.code]).toEqual([404, 'token-set-not-found'])
})

it('a client that announces more and more pushes out its own sets alone, and what is not stored is said', async () => {
  const from = (address: string, tokens: readonly string[]) =>
    announce({ root: rootOf(tokens), collectionId: EXAMPLE.collectionId, tokens }, address)
  const user = [EXAMPLE.tokenDataId, THIRD_TOKEN]
  expect((await from('203.0.113.1', user)).status).toBe(200)
  // As many as four clients have shares for.
  await api.store.pool.query(
    `with sets as (
       insert into account.token_sets (root, collection_id, tokens, size)
       select lpad(to_hex(n), 64, '0'), 'other ' || n, array[]::bytea[], 10000 from generate_series(1, 60) n returning root
     ) insert into account.token_set_announcements (root, client, site)
       select root, 'flood ' || ('x' || right(root, 4))::bit(16)::int % 4, 'flood ' || ('x' || right(root, 4))::bit(16)::int % 4 from sets`,
  )
  expect((await from('203.0.113.2', [THIRD_TOKEN])).status).toBe(200)
  expect([await get(rootOf(user)), await get(rootOf([THIRD_TOKEN]))].map(({ status }) => status)).toEqual([200, 200])
  const { rows } = await api.store.pool.query<{ client: string; cost: bigint }>(
    'select a.client, sum(cost) as cost from account.token_sets join account.token_set_announcements a using (root) group by a.client',
  )
  expect(rows.filter(({ client }) => client.startsWith('flood'))).toHaveLength(4)
  for (const { cost } of rows) expect(cost).toBeLessThanOrEqual(BigInt(SET_BOUNDS.unnamedCostOfClient))
  expect(rows.some(({ client }) => client.includes('203.0'))).toBe(false)

  // As many of this collection as there may be, by clients that have less each.
  await api.store.pool.query('delete from account.token_sets')
  await api.store.pool.query(
    `with sets as (
       insert into account.token_sets (root, collection_id, tokens, size)
       select lpad(to_hex(n), 64, '0'), $1, array[]::bytea[], 1 from generate_series(1, $2::int) n returning root
     ) insert into account.token_set_announcements (root, client, site) select root, 'client ' || root, 'site ' || root from sets`,
    [EXAMPLE.collectionId, SET_BOUNDS.unnamedOfCollection],
  )
  const refused = await from('203.0.113.3', TOKENS)
  expect([refused.status, refused.json.error.code, refused.json.error.retryable]).toEqual([503, 'overloaded', true])
})

it('however many announcements wait for their turn, they hold one connection of the database', async () => {
  await api.store.pool.query('delete from account.token_sets')
  const waiting = async () => {
    const { rows } = await api.store.pool.query<{ count: number }>(
      `select count(*)::int from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows[0]?.count
  }
  const client = await api.store.pool.connect()
  try {
    await client.query(`begin`)
    await client.query(`select pg_advisory_xact_lock(hashtext('account.token_sets'))`)
    const body = { root: rootOf([THIRD_TOKEN]), collectionId: EXAMPLE.collectionId, tokens: [THIRD_TOKEN] }
    const answers = Array.from({ length: 12 }, (_, at) => announce(body, `198.51.100.${at + 1}`))
    await vi.waitFor(async () => expect(await waiting()).toBe(1))
    for (let turn = 0; turn < 5; turn += 1) expect((await get('ab'.repeat(32))).status).toBe(404)
    expect(await waiting()).toBe(1)
    await client.query('commit')
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200))
  } finally {
    client.release()
  }
})

const ROOTS = Array.from({ length: 12 }, (_, at) => String(at).padStart(64, '0'))

it.each([
  ['their tokens', 'account.token_sets', ROOTS.map((root) => `/${root}`), 404],
  ['how many still fit', 'account.token_sets', ROOTS.map((root) => `/${root}/fit`), 404],
  [
    'what fits now',
    'market.token_holders',
    ROOTS.map((_, at) => `?collectionId=${EXAMPLE.collectionId}&rarityTop=${1_000 + at}`),
    200,
  ],
] as const)(
  'however many sets are read, they are read one at a time, and take no place of other calls: %s',
  async (_, table, paths, status) => {
    const waiting = async () => {
      const { rows } = await api.store.pool.query<{ count: number }>(
        'select count(*)::int from pg_locks where not granted and relation = $1::regclass',
        [table],
      )
      return rows[0]?.count
    }
    const client = await api.store.pool.connect()
    try {
      await client.query('begin')
      await client.query(`lock table ${table}`)
      const answers = paths.map((path, at) =>
        api.server.inject({ url: `/data/token-sets${path}`, remoteAddress: `198.51.100.${at + 1}` }),
      )
      await vi.waitFor(async () => expect(await waiting()).toBe(1))
      for (let turn = 0; turn < 5; turn += 1) {
        const url = `/data/collection/biddings/${EXAMPLE.collectionId}?take=${turn + 1}`
        expect((await api.server.inject({ url, remoteAddress: '203.0.113.9' })).statusCode).toBe(200)
        expect(await waiting()).toBe(1)
      }
      await client.query('commit')
      // None has waited too long.
      expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(paths.map(() => status))
    } finally {
      client.release()
    }
  },
)

// @feature bids.trait-ladder
it.each([
  [10_000, true],
  [10_001, false],
])('the ladder of %s items reads who has them: %s', async (count, isRead) => {
  const made = Array.from({ length: count - TOKENS.length }, (_, at) => `0x${at.toString(16).padStart(64, '0')}`)
  const rows = [...made, ...TOKENS].map((tokenDataId) => ({
    ...{ tokenDataId, name: '', attributes: null, properties: null, rank: null },
  }))
  const traits = { ...api.context.traits, columnsOf: async () => buildTraitColumns(rows) }
  const read = await countRowsRead(api.store, 'market.token_holders', async ({ db }) => {
    const context = { store: { ...api.store, db }, traits, nowMicros: () => TEST_NOW_MICROS }
    const ladder = await loadSetBidLevels(context, EXAMPLE.collectionId, { take: 50, rarityTop: 0, rarityBottom: 0 })
    expect(ladder).toEqual({ data: [], hasMore: false })
  })
  expect(read > 0n).toBe(isRead)
})

// @feature bid.trait-set
it.each(['finding', 'announcing', 'comparing'] as const)(
  '%s what fits a condition takes no turn of other sets while the much text of a collection is read',
  async (doing) => {
    const { collectionId } = EXAMPLE
    const tokens = await fitting(FUR)
    const root = rootOf(tokens)
    const body = { root, collectionId, tokens, condition: FUR }
    expect((await announce(body)).status).toBe(200)
    const reading = Promise.withResolvers<null>()
    const { traits } = api.context
    const columnsOf = vi.fn(traits.columnsOf).mockImplementationOnce(() => reading.promise)
    const ofClient = { ...traits, cachedColumnsOf: () => undefined, columnsOf }
    const forClient = vi.spyOn(traits, 'forClient').mockImplementation(() => ofClient)
    const from = { remoteAddress: '203.0.113.7' }
    const asked = {
      finding: () =>
        api.server.inject({ url: `/data/token-sets?collectionId=${collectionId}${queryOf(FUR)}`, ...from }),
      announcing: () => announce(body, from.remoteAddress),
      comparing: () => api.server.inject({ url: `/data/token-sets/${root}/fit`, ...from }),
    }[doing]()
    try {
      await vi.waitFor(() => expect(columnsOf).toHaveBeenCalled())
      const others = [THIRD_TOKEN, CLOSED_MARKETPLACE_TOKEN]
      const answers = [announce({ root: rootOf(others), collectionId, tokens: others }), get(root)]
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
    } finally {
      reading.resolve(null)
      await asked
      forClient.mockRestore()
    }
  },
  15_000,
)
