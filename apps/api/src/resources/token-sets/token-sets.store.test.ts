import { EXAMPLE, EXAMPLE_SET } from '@opal/contract/shapes/example-ids'
import { parseAddress } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import { buildTokenSet, leafOf } from '@opal/domain/tokens/token-set'
import { addTokenSet, MAX_UNNAMED_SETS } from '@opal/store/accounts/token-sets'
import { CLOSED_MARKETPLACE_TOKEN, QUIET_COLLECTION, THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

const TOKENS = [EXAMPLE.tokenDataId, EXAMPLE.listedTokenDataId, THIRD_TOKEN, CLOSED_MARKETPLACE_TOKEN]
let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const rootOf = (tokens: readonly string[]) =>
  buildTokenSet(tokens.map((id) => leafOf({ standard: 'v2', tokenDataId: parseAddress(id) }))).root

async function announce(body: object) {
  const answer = await api.server.inject({ method: 'POST', url: '/data/token-sets', payload: body })
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

it('says which set is not known', async () => {
  const { status, json } = await get('ab'.repeat(32))
  expect([status, json.error.code]).toEqual([404, 'token-set-not-found'])
})

it('keeps a set while an open offer names it, and of others the ones that were announced last', async () => {
  const named = 'aa'.repeat(32)
  const [root = ''] = [rootOf([THIRD_TOKEN])]
  await addTokenSet(api.store, { root, collectionId: EXAMPLE.collectionId, tokens: [THIRD_TOKEN] })
  await api.store.pool.query(
    `insert into market.collection_offers select (jsonb_populate_record(o, jsonb_build_object('offer_id', $1::text,
       'set_root', $2::text, 'is_pooled', true))).* from market.collection_offers o limit 1`,
    [`0x${named}`, root],
  )
  await api.store.pool.query(
    `insert into account.token_sets (root, collection_id, tokens)
     select lpad(to_hex(n), 64, '0'), $1, array['0x1'] from generate_series(1, $2::int) n`,
    [EXAMPLE.collectionId, MAX_UNNAMED_SETS],
  )
  const last = rootOf([EXAMPLE.listedTokenDataId])
  await announce({ root: last, collectionId: EXAMPLE.collectionId, tokens: [EXAMPLE.listedTokenDataId] })
  const { rows } = await api.store.pool.query<{ root: string }>('select root from account.token_sets')
  expect(rows.length).toBe(MAX_UNNAMED_SETS + 1)
  expect([await get(root), await get(last)].map(({ status }) => status)).toEqual([200, 200])
})
