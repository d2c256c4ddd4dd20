import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { SET_BOUNDS } from '@opal/store/accounts/token-set-shares'
import { countLockWaits } from '@opal/store/testing/count-lock-waits'
import { CLOSED_MARKETPLACE_TOKEN, THIRD_TOKEN } from '@opal/store/testing/small-market-ids'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { FUR, queryOf, rootOf, TOKENS, tokenSetCalls } from './testing/token-set-calls.ts'

let api: TestApi
const { announce, get, fitting } = tokenSetCalls(() => api)
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

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
    await expect.poll(waiting).toBe(1)
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
    const waiting = () => countLockWaits(api.store, table)
    const client = await api.store.pool.connect()
    try {
      await client.query('begin')
      await client.query(`lock table ${table}`)
      const answers = paths.map((path, at) =>
        api.server.inject({ url: `/data/token-sets${path}`, remoteAddress: `198.51.100.${at + 1}` }),
      )
      await expect.poll(waiting).toBe(1)
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
      await expect.poll(() => columnsOf).toHaveBeenCalled()
      const others = [THIRD_TOKEN, CLOSED_MARKETPLACE_TOKEN]
      const answers = [announce({ root: rootOf(others), collectionId, tokens: others }), get(root)]
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
    } finally {
      reading.resolve(null)
      await asked
      forClient.mockRestore()
    }
  },
)
