import { BASE_PATHS } from '@opal/contract/http/endpoint'
import { buildCancelBid, buildCollectionBid, buildTokenBid } from '@opal/contract/trading/bidding'
import { buildBuy, buildSweep } from '@opal/contract/trading/buying'
import { buildClaim, buildTransfer } from '@opal/contract/trading/moving'
import { buildPoolBid, buildPoolWithdrawal } from '@opal/contract/trading/pools'
import { buildDelist, buildList } from '@opal/contract/trading/selling'
import { countLockWaits } from '@opal/store/testing/count-lock-waits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

// Trades take no places in the queue of calls. Some read a table by two statements at a time.
it.each([
  [buildCollectionBid, 'market.collection_stats', 4],
  [buildTokenBid, 'chain.current_token_datas_v2', 4],
  [buildPoolBid, 'market.collection_stats', 4],
  [buildPoolWithdrawal, 'market.bid_pools', 4],
  [buildCancelBid, 'market.collection_offers', 4],
  [buildSweep, 'market.collection_stats', 4],
  [buildBuy, 'market.listings', 8],
  [buildList, 'market.listings', 8],
  [buildDelist, 'market.listings', 8],
  [buildTransfer, 'market.listings', 8],
  [buildClaim, 'chain.current_token_pending_claims', 4],
] as const)(
  'trades of many addresses read the store a few at a time, and leave its connections to other calls: $id',
  async (endpoint, table, count) => {
    const url = `${BASE_PATHS[endpoint.bases[0]]}${endpoint.path}`
    const client = await api.store.pool.connect()
    try {
      await client.query('begin')
      await client.query(`lock table ${table}`)
      const trades = Array.from({ length: 40 }, (_, at) =>
        api.server.inject({
          method: 'POST',
          url,
          payload: endpoint.example.body ?? {},
          remoteAddress: `198.51.100.${at % 10}`,
        }),
      )
      await expect.poll(() => countLockWaits(api.store, table)).toBe(count)
      for (let turn = 0; turn < 5; turn += 1) {
        const other = { url: `/data/user/named/alice${turn}.apt`, remoteAddress: '203.0.113.9' }
        expect((await api.server.inject(other)).statusCode).toBe(200)
        expect(await countLockWaits(api.store, table)).toBe(count)
      }
      await client.query('commit')
      expect((await Promise.all(trades)).map(({ statusCode }) => statusCode)).toEqual(trades.map(() => 200))
    } finally {
      await client.query('rollback')
      client.release()
    }
  },
)
