import { setTimeout as delay } from 'node:timers/promises'
import { clientAt } from '@opal/domain/limits/client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { expressionGateOf } from '../trait-filter/name-pattern.ts'
import { operationGatesOf } from './operation-gates.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  for (const [url, query] of QUICK) await ask(url, query, '198.51.100.1')
})
afterAll(() => api[Symbol.asyncDispose]())

const [CHAIN, MARKET] = ['/chain/graphql', '/marketplace/graphql']

async function ask(url: string, query: string, remoteAddress: string) {
  const headers = { 'content-type': 'application/json' }
  const answer = await api.server.inject({ method: 'POST', url, headers, payload: { query }, remoteAddress })
  return answer.json()
}

/** Returns how many connections of the API's store are in use. */
function busy(): number {
  const { pool } = api.context.store
  return pool.totalCount - pool.idleCount
}

/** Locks what the slow operations read: they wait until their statement's time is up, or the lock is released. */
async function lockTables(): Promise<() => Promise<void>> {
  const holder = await api.store.pool.connect()
  await holder.query('begin; lock table chain.current_token_datas_v2, market.listings in access exclusive mode')
  onTestFinished(() => holder.release(true))
  return async () => void (await holder.query('rollback'))
}

const SLOW = [
  [CHAIN, '{ current_token_datas_v2(limit: 1) { token_name } }'],
  [MARKET, '{ listings(first: 1) { nodes { price } } }'],
  [
    MARKET,
    `{ ${Array.from({ length: 30 }, (_, at) => `f${at}: listings(first: 1, offset: ${at}) { nodes { price } }`).join(' ')} }`,
  ],
] as const
const QUICK = [
  [CHAIN, '{ current_collections_v2(limit: 1) { collection_id } }'],
  [MARKET, '{ collections(first: 1) { nodes { name } } }'],
] as const

describe('a quick operation', () => {
  it.each([
    { clients: 1, each: 1 },
    { clients: 1, each: 12 },
    { clients: 4, each: 3 },
    { clients: 8, each: 1 },
  ])(
    'is answered before any slow one of $clients others with $each each, which are answered in the end',
    async ({ clients, each }) => {
      const unlock = await lockTables()
      const answered: string[] = []
      const slow = Array.from({ length: clients * each }, async (_, at) => {
        const [url, query] = SLOW[at % SLOW.length] as (typeof SLOW)[number]
        const answer = await ask(url, query, `203.0.113.${at % clients}`)
        answered.push('slow')
        return answer
      })
      for (const [url, query] of [...QUICK, ...QUICK, ...QUICK]) {
        expect(await ask(url, query, '198.51.100.7')).toHaveProperty('data')
        answered.push('quick')
      }
      expect(answered).toEqual(Array(6).fill('quick'))
      await unlock()
      for (const answer of await Promise.all(slow)) {
        expect(answer.errors).toBeUndefined()
        expect(answer).toHaveProperty('data')
      }
    },
  )

  it('does not wait for those that wait for the turn of their regular expressions', async () => {
    const unlock = await lockTables()
    const held = Promise.withResolvers<void>()
    onTestFinished(() => held.resolve())
    const holder = operationGatesOf(clientAt('192.0.2.1')).long(() => held.promise)
    const query = '{ current_token_datas_v2(where: {token_name: {_regex: "a.b"}}) { token_name } }'
    const answered: string[] = []
    const slow = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map(async (from) => {
      const answer = await ask(CHAIN, query, from)
      answered.push('slow')
      return answer
    })
    await expect.poll(busy).toBeGreaterThan(0)
    // All have had their quick turn.
    await expect.poll(busy).toBe(0)
    for (const [url, quick] of QUICK) expect(await ask(url, quick, '198.51.100.7')).toHaveProperty('data')
    expect(answered).toEqual([])
    await unlock()
    held.resolve()
    await holder
    for (const answer of await Promise.all(slow)) expect(answer).toHaveProperty('data')
  })
})

describe('slow operations', () => {
  it.each([1, 5, 8, 12])(
    'by regular expressions of %i clients take no turns of searches by expression',
    async (clients) => {
      const unlock = await lockTables()
      const query = '{ current_token_datas_v2(where: {token_name: {_regex: "a.b"}}) { token_name } }'
      const operations = Array.from({ length: clients }, (_, at) => ask(CHAIN, query, `203.0.113.${at}`))
      for (let search = 0; search < 8; search += 1) {
        const found = expressionGateOf(clientAt('198.51.100.7'))(async () => 'found')
        expect(await Promise.race([found, delay(100, 'waits')])).toBe('found')
        await delay(250)
      }
      await unlock()
      await Promise.all(operations)
    },
  )

  it('of many clients take few connections of the store, and one once all have had their quick turn', async () => {
    const unlock = await lockTables()
    const seen: number[] = []
    const watching = setInterval(() => seen.push(busy()), 10)
    const slow = Array.from({ length: 6 }, (_, at) => ask(CHAIN, SLOW[0][1], `203.0.113.${at}`))
    await expect.poll(() => seen.slice(-20), { timeout: 4_000 }).toEqual(Array(20).fill(1))
    clearInterval(watching)
    expect(Math.max(...seen)).toBeLessThanOrEqual(4)
    await unlock()
    for (const answer of await Promise.all(slow)) expect(answer).toHaveProperty('data')
  })
})
