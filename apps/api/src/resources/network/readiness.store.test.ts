import { countLockWaits } from '@opal/store/testing/count-lock-waits'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as market from '../../graphql/market/market-schema.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import type * as collections from '../collections/load-collections.ts'
import { rankCollections } from '../collections/load-collections.ts'

let read: PromiseWithResolvers<void>
vi.mock('../../graphql/market/market-schema.ts', async (importOriginal) => {
  const module = await importOriginal<typeof market>()
  return {
    ...module,
    createMarketSchema: (...parts: Parameters<typeof module.createMarketSchema>) => {
      return { ...module.createMarketSchema(...parts), read: () => read.promise }
    },
  }
})

vi.mock('../collections/load-collections.ts', async (importOriginal) => {
  const module = await importOriginal<typeof collections>()
  return { ...module, rankCollections: vi.fn(module.rankCollections) }
})

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())
beforeEach(() => {
  read = Promise.withResolvers()
})

const status = async () => (await api.server.inject('/readyz')).statusCode

describe('readiness', () => {
  it('is reported once the schema of the marketplace’s GraphQL is read, on whose reading other calls would wait', async () => {
    let isAnswered = false
    const answer = status().finally(() => {
      isAnswered = true
    })
    // A later, longer call is answered first.
    expect((await api.server.inject('/aggregator/collection')).statusCode).toBe(200)
    expect(isAnswered).toBe(false)
    read.resolve()
    expect(await answer).toBe(200)
  })

  it('is not reported where that schema cannot be read, until it can', async () => {
    read.promise.catch(() => undefined)
    read.reject(new Error('no schema'))
    expect(await status()).toBe(503)
    read = Promise.withResolvers()
    read.resolve()
    expect(await status()).toBe(200)
  })

  it('is not reported before the first page of collections could be read, which is read once', async () => {
    await using started = await createTestApi()
    read.resolve()
    const ask = async () => (await started.server.inject('/readyz')).statusCode
    vi.mocked(rankCollections).mockClear()
    vi.mocked(rankCollections).mockRejectedValueOnce(new Error('no page'))
    expect(await ask()).toBe(503)
    expect(await ask()).toBe(200)
    expect(await ask()).toBe(200)
    expect(rankCollections).toHaveBeenCalledTimes(2)
  })

  it('is read from the store once for all who ask meanwhile, however many, and leaves its connections to other calls', async () => {
    const waiting = () => countLockWaits(api.store, 'chain.decode_stops')
    read.resolve()
    expect(await status()).toBe(200)
    const client = await api.store.pool.connect()
    try {
      await client.query('begin')
      await client.query('lock table chain.decode_stops')
      const asked = Array.from({ length: 100 }, (_, at) =>
        api.server.inject({ url: '/readyz', remoteAddress: `198.51.100.${at % 3}` }),
      )
      await expect.poll(waiting).toBe(1)
      for (let turn = 0; turn < 5; turn += 1) {
        expect((await api.server.inject(`/data/user/named/alice${turn}.apt`)).statusCode).toBe(200)
        expect(await waiting()).toBe(1)
      }
      await client.query('commit')
      expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 200))
    } finally {
      client.release()
    }
  })
})
