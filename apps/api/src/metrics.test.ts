import { connect } from '@opal/store/driver/connection'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ResponseCache } from './cache/response-cache.ts'
import { createApiMetrics, type MeasuredParts } from './metrics.ts'

async function metricsWith(
  redis: MeasuredParts['redis'],
  readiness: MeasuredParts['readiness'] = async () => ({ isReady: true, nodeVersion: null }),
) {
  await using store = connect({ connectionString: 'postgres://opal@127.0.0.1:1/opal', applicationName: 'test' })
  const registry = createApiMetrics({
    readiness,
    store,
    redis,
    responses: new ResponseCache(0),
    caches: {},
    memory: {},
    replicas: null,
    tradeCounts: { answers: [], refusals: [] },
    sockets: () => null,
  })
  return { scrape: () => registry.metrics() }
}

// @feature operate.metrics
test('every scrape says whether Redis answers now', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), async (answers) => {
      let isThere = false
      const { scrape } = await metricsWith({ isReachable: async () => isThere })
      for (isThere of answers)
        expect((await scrape()).match(/^opal_api_redis_reachable .*$/m)?.[0]).toBe(
          `opal_api_redis_reachable ${isThere ? 1 : 0}`,
        )
    }),
    { numRuns: 20 },
  )
})

test('says nothing of Redis where none is configured', async () => {
  const { scrape } = await metricsWith(null)
  expect(await scrape()).not.toContain('redis')
})

test('every scrape says once whether the API is ready, and how far its node is', async () => {
  let asked = 0
  let answer = { isReady: true, nodeVersion: 5_678_901_234 as number | null }
  const { scrape } = await metricsWith(null, async () => {
    asked += 1
    return answer
  })
  const valuesOf = async () => (await scrape()).match(/^opal_api_(?:ready|node_version) .*$/gm)
  expect(await valuesOf()).toEqual(['opal_api_ready 1', 'opal_api_node_version 5678901234'])
  answer = { isReady: false, nodeVersion: null }
  expect(await valuesOf()).toEqual(['opal_api_ready 0', 'opal_api_node_version 0'])
  expect(asked).toBe(2)
})
