import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import type * as rows from '@opal/store/queries/read-rows'
import { readRows } from '@opal/store/queries/read-rows'
import { CLOSED_MARKETPLACE_TOKEN } from '@opal/store/testing/small-market-ids'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as steps from '../../event-loop.ts'
import { inSteps } from '../../event-loop.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { byToken, type Plan, planExit } from './testing/plan-exit.ts'

vi.mock('@opal/store/queries/read-rows', async (importOriginal) => {
  const module = await importOriginal<typeof rows>()
  return { ...module, readRows: vi.fn(module.readRows) }
})

vi.mock('../../event-loop.ts', async (importOriginal) => {
  const module = await importOriginal<typeof steps>()
  return { ...module, inSteps: vi.fn(module.inSteps) }
})

const COLLECTION_BID = `0x${'4'.repeat(64)}`
const TOKEN_BID = `0x${'5'.repeat(64)}`
const native = nativeMarketplace.id

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const plan = (asked?: Readonly<Record<string, unknown>>) => planExit(api, asked)
const NET_OF_TOKEN_BID = '168300000'
// 1.5 APT less 1.5 % and 5 %.
const NET_OF_COLLECTION_BID = '140250000'

describe('the exit of a wallet', () => {
  // @feature exit.plan
  it('sells each item into a bid of its own, with the proceeds to the octa', async () => {
    const found = await plan()
    expect(found.total).toBe(3)
    const items = byToken(found)
    expect(items.get(EXAMPLE.tokenDataId)?.sale).toMatchObject({
      offerId: TOKEN_BID,
      tokenBid: true,
      fillable: '1',
      marketplace: native,
      priceOctas: '180000000',
      commissionOctas: '2700000',
      royaltyOctas: '9000000',
      netOctas: NET_OF_TOKEN_BID,
    })
    for (const id of [EXAMPLE.listedTokenDataId, CLOSED_MARKETPLACE_TOKEN])
      expect(items.get(id)?.sale).toMatchObject({ offerId: COLLECTION_BID, netOctas: NET_OF_COLLECTION_BID })
    expect(found.proceeds).toEqual(['168300000', '308550000', '448800000'])
  })

  // @feature exit.plan
  it('is planned while other calls are answered', async () => {
    vi.mocked(inSteps).mockClear()
    const { proceeds } = await plan()
    expect(inSteps).toHaveBeenCalledOnce()
    expect(await vi.mocked(inSteps).mock.results[0]?.value).toMatchObject({ proceeds: proceeds.map(BigInt) })
  })

  // @feature exit.choice
  it('holds what would bring less than the least share of its cost', async () => {
    const lots = 'delete from market.lots where wallet = $1 and token_data_id = $2'
    await api.store.pool.query(lots, [EXAMPLE.owner, EXAMPLE.tokenDataId])
    await api.store.pool.query(
      `insert into market.lots (wallet, token_data_id, property_version, acquired_version, lot_index, collection_id, amount, acquired_by,
         acquired_at_micros, cost_octas, is_in_transit) values ($1, $2, 0, 90, 0, $3, 1, 'listing', 1, 1000000000, false)`,
      [EXAMPLE.owner, EXAMPLE.tokenDataId, EXAMPLE.collectionId],
    )
    const item = async (leastOfCost: number) => byToken(await plan({ leastOfCost })).get(EXAMPLE.tokenDataId)
    // 168,300,000 are 16.83 % of it.
    expect(await item(16)).toMatchObject({ costPrice: '1000000000', sale: { offerId: TOKEN_BID } })
    expect(await item(17)).toMatchObject({ sale: null })
    expect(await item(100)).toMatchObject({ sale: null, choice: 'hold', holdReason: 'below-cost' })
  })

  // @feature exit.choice, portfolio.own-cost
  it('counts a cost that its owner names, where the chain knows none', async () => {
    const named = (octas: string, walletAddress: string = EXAMPLE.owner) => {
      return { costs: [{ walletAddress, tokenDataId: EXAMPLE.listedTokenDataId, octas }], leastOfCost: 100 }
    }
    const sale = async (asked: ReturnType<typeof named>) => {
      const found = byToken(await plan(asked)).get(EXAMPLE.listedTokenDataId)
      expect(found?.costPrice).toBeNull()
      return found?.sale?.netOctas
    }
    await api.store.pool.query('delete from market.lots where token_data_id = $1', [EXAMPLE.listedTokenDataId])
    expect(await sale(named(NET_OF_COLLECTION_BID))).toBe(NET_OF_COLLECTION_BID)
    expect(await sale(named(String(BigInt(NET_OF_COLLECTION_BID) + 1n)))).toBeUndefined()
    expect(await sale(named('999999999999', EXAMPLE.buyer))).toBe(NET_OF_COLLECTION_BID)
  })

  // @feature exit.wallets
  it('plans several wallets together: each bid once, and none of their own', async () => {
    const second = `0x${'e8'.repeat(32)}`
    const alone = await plan()
    await using small = await createTestApi()
    await small.store.pool.query(
      'update market.token_holders set holder = $1 where holder = $2 and token_data_id = $3',
      [second, EXAMPLE.owner, CLOSED_MARKETPLACE_TOKEN],
    )
    await small.store.pool.query('update market.collection_offers set remaining_amount = 1 where offer_id = $1', [
      COLLECTION_BID,
    ])
    const together = async (wallets: readonly string[]): Promise<Plan> =>
      (await small.server.inject({ method: 'POST', url: '/data/user/exit', payload: { wallets } })).json()
    const found = await together([EXAMPLE.owner, second, EXAMPLE.owner])
    expect(found.total).toBe(alone.total)
    expect(new Map(found.data.map((item) => [item.tokenDataId, item.walletAddress]))).toEqual(
      new Map(
        alone.data.map(({ tokenDataId }) => [
          tokenDataId,
          tokenDataId === CLOSED_MARKETPLACE_TOKEN ? second : EXAMPLE.owner,
        ]),
      ),
    )
    const taken = found.data.flatMap(({ sale }) => sale?.offerId ?? [])
    expect(taken.toSorted()).toEqual([COLLECTION_BID, TOKEN_BID])
    const { rows } = await small.store.pool.query('select buyer from market.collection_offers where offer_id = $1', [
      COLLECTION_BID,
    ])
    const withBidder = await together([EXAMPLE.owner, second, rows[0].buyer])
    expect(withBidder.data.flatMap(({ sale }) => sale?.offerId ?? [])).not.toContain(COLLECTION_BID)
  })

  it('sells nothing into bids that are gone, and no more into one than it wants', async () => {
    await using small = await createTestApi()
    await small.store.pool.query('update market.collection_offers set remaining_amount = 1 where offer_id = $1', [
      COLLECTION_BID,
    ])
    const answer = await small.server.inject({
      method: 'POST',
      url: '/data/user/exit',
      payload: { wallets: [EXAMPLE.owner] },
    })
    const { data, proceeds } = answer.json() as Plan
    expect(data.filter(({ sale }) => sale === null)).toHaveLength(1)
    expect(proceeds).toEqual(['168300000', '308550000'])
  })

  it('is bounded: of many items the most valuable are planned', async () => {
    expect(await plan({ take: 1 })).toMatchObject({ total: 3, data: { length: 1 } })
    const payload = { wallets: [EXAMPLE.owner], take: 501 }
    const refused = await api.server.inject({ method: 'POST', url: '/data/user/exit', payload })
    expect(refused.statusCode).toBe(400)
  })

  it('reads as many statements for two hundred items of sixty collections as for one', async () => {
    const wallet = `0x${'e7'.repeat(32)}`
    await api.store.pool.query(
      `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, token_properties, description, token_uri,
         token_standard, last_transaction_version, last_transaction_timestamp)
       select '0x' || lpad(n::text, 64, '0'), '0x' || lpad((n % 60)::text, 64, 'c'), 'Item ' || n, '{}', '', '', 'v2', 1, now()
       from generate_series(1, 700) n`,
    )
    // Else they would be unsolicited, and left out.
    await api.store.pool.query(
      `insert into market.collection_stats (collection_id, sales_all, last_version)
       select '0x' || lpad(n::text, 64, 'c'), 1, 1 from generate_series(0, 59) n`,
    )
    await api.store.pool.query(
      `insert into market.token_holders
       select '0x' || lpad(n::text, 64, '0'), 0, $1, '0x' || lpad((n % 60)::text, 64, 'c'), 1 from generate_series(1, 700) n`,
      [wallet],
    )
    const count = async (take: number) => {
      vi.mocked(readRows).mockClear()
      const { data, total } = await plan({ take, wallets: [wallet] })
      expect([data.length, total]).toEqual([take, 700])
      return vi.mocked(readRows).mock.calls.length
    }
    expect(await count(200)).toBe(await count(1))
  })

  const wallets = Array.from({ length: 20 }, (_, at) => `0x${String(at + 10).repeat(32)}`)

  it('reads what is held, bids, listings and tokens once for all of its wallets', async () => {
    await api.store.pool.query(
      `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, token_properties, description, token_uri,
         token_standard, last_transaction_version, last_transaction_timestamp)
       select '0x' || repeat('d', 62) || right(wallet, 2), $2, 'Item ' || wallet, '{}', '', '', 'v2', 1, now() from unnest($1::text[]) wallet`,
      [wallets, EXAMPLE.collectionId],
    )
    await api.store.pool.query(
      `insert into market.token_holders select '0x' || repeat('d', 62) || right(wallet, 2), 0, wallet, $2, 1 from unnest($1::text[]) wallet`,
      [wallets, EXAMPLE.collectionId],
    )
    const statements = async (count: number) => {
      vi.mocked(readRows).mockClear()
      expect((await plan({ wallets: wallets.slice(0, count) })).data).toHaveLength(count)
      return vi.mocked(readRows).mock.calls.length
    }
    await statements(1)
    // Wallets are looked through in four parts.
    expect((await statements(20)) - (await statements(1))).toBe(3)
  })

  it('asks for no more at a time of twenty wallets than of one, so that other calls find connections', async () => {
    const { readRows: read } = await vi.importActual<typeof rows>('@opal/store/queries/read-rows')
    const mostAtOnce = async (count: number) => {
      let [running, unanswered, most] = [0, 0, 0]
      let together = Promise.withResolvers<void>()
      // Reads that begin together end together: else how many overlap depends on how fast each is.
      vi.mocked(readRows).mockImplementation(async (reader, query) => {
        const ended = together.promise
        running += 1
        unanswered += 1
        most = Math.max(most, running)
        try {
          return await read(reader, query)
        } finally {
          unanswered -= 1
          if (unanswered === 0) {
            together.resolve()
            together = Promise.withResolvers()
          }
          await ended
          running -= 1
        }
      })
      try {
        expect((await plan({ wallets: wallets.slice(0, count) })).data).toHaveLength(count)
      } finally {
        vi.mocked(readRows).mockImplementation(read)
      }
      return most
    }
    expect(await mostAtOnce(20)).toBeLessThanOrEqual(await mostAtOnce(1))
  })

  it('says how many items a wallet holds of each edition, and how many editions of the token', async () => {
    await using small = await createTestApi()
    const run = (statement: string) => small.store.pool.query(statement, [EXAMPLE.tokenDataId])
    await run(`update chain.current_token_datas_v2 set token_standard = 'v1' where token_data_id = $1`)
    await run('update market.token_holders set amount = 3 where token_data_id = $1')
    await run(`insert into market.token_holders select (o).* from (select jsonb_populate_record(h,
      '{"property_version": 2, "amount": 1}') as o from market.token_holders h where token_data_id = $1) made`)
    const payload = { wallets: [EXAMPLE.owner] }
    const { data }: Plan = (await small.server.inject({ method: 'POST', url: '/data/user/exit', payload })).json()
    const ofToken = (id: string) =>
      data.flatMap(({ tokenDataId, propertyVersion, held, editionsHeld }) =>
        tokenDataId === id ? [[propertyVersion, held, editionsHeld]] : [],
      )
    expect(ofToken(EXAMPLE.tokenDataId).toSorted()).toEqual([
      ['0', '3', 2],
      ['2', '1', 2],
    ])
    expect(ofToken(EXAMPLE.listedTokenDataId)).toEqual([['0', '1', 1]])
  })

  it('of a wallet that holds nothing is empty', async () => {
    expect(await plan({ wallets: ['0x123'] })).toEqual({ data: [], total: 0, proceeds: [] })
  })
})
