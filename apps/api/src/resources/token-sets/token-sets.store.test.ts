import { EXAMPLE, EXAMPLE_SET } from '@opal/contract/shapes/example-ids'
import type { TokenConditionInput } from '@opal/contract/tokens/token-filter'
import { runs } from '@opal/domain/testing/effort/config'
import { QUIET_COLLECTION } from '@opal/store/testing/small-market-ids'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { FUR, queryOf, rootOf, TOKENS, tokenSetCalls } from './testing/token-set-calls.ts'

let api: TestApi
const { announce, get, fitting } = tokenSetCalls(() => api)
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

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

const CONDITIONS: readonly TokenConditionInput[] = [
  {},
  FUR,
  { attributes: [{ trait_type: 'Fur', value: ['Brown', 'Red'], not: true }] },
  { attributes: [...FUR.attributes, { trait_type: 'Eyes', value: 'Blue', not: true }] },
  { attributes: [{ trait_type: 'Hat', value: 'None' }] },
]

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
it('refuses a long condition, however it is written, even if exactly the tokens fit it', async () => {
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
      trait_type: `${kind}`,
      value: Array.from({ length: values }, () => '\u{1f600}'.repeat(length >> 1)),
      not: true,
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
