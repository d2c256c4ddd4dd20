import { EXAMPLE, EXAMPLE_SET } from '@opal/contract/shapes/example-ids'
import { parseAddress } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import { buildTokenSet, leafOf } from '@opal/domain/tokens/token-set'
import { SET_BOUNDS } from '@opal/store/accounts/token-set-shares'
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
    `insert into account.token_sets (root, collection_id, tokens, size, client, site)
     select lpad(to_hex(n), 64, '0'), 'other ' || n, array[]::bytea[], 10000, 'flood ' || n % 4, 'flood ' || n % 4
     from generate_series(1, 60) n`,
  )
  expect((await from('203.0.113.2', [THIRD_TOKEN])).status).toBe(200)
  expect([await get(rootOf(user)), await get(rootOf([THIRD_TOKEN]))].map(({ status }) => status)).toEqual([200, 200])
  const { rows } = await api.store.pool.query<{ client: string; cost: bigint }>(
    'select client, sum(cost) as cost from account.token_sets where client is not null group by client',
  )
  expect(rows.filter(({ client }) => client.startsWith('flood'))).toHaveLength(4)
  for (const { cost } of rows) expect(cost).toBeLessThanOrEqual(BigInt(SET_BOUNDS.unnamedCostOfClient))
  expect(rows.some(({ client }) => client.includes('203.0'))).toBe(false)

  // As many of this collection as there may be, by clients that have less each.
  await api.store.pool.query('delete from account.token_sets')
  await api.store.pool.query(
    `insert into account.token_sets (root, collection_id, tokens, size, client, site)
     select lpad(to_hex(n), 64, '0'), $1, array[]::bytea[], 1, 'client ' || n, 'site ' || n from generate_series(1, $2::int) n`,
    [EXAMPLE.collectionId, SET_BOUNDS.unnamedOfCollection],
  )
  const refused = await from('203.0.113.3', TOKENS)
  expect([refused.status, refused.json.error.code, refused.json.error.retryable]).toEqual([503, 'overloaded', true])
})
