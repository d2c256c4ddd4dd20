import type { ExitItem } from '@opal/contract/portfolio/exit'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import type * as rows from '@opal/store/queries/read-rows'
import { readRows } from '@opal/store/queries/read-rows'
import { CLOSED_MARKETPLACE_TOKEN } from '@opal/store/testing/small-market-ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as steps from '../../in-steps.ts'
import { inSteps } from '../../in-steps.ts'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../../testing/test-api.ts'

vi.mock('@opal/store/queries/read-rows', async (importOriginal) => {
  const module = await importOriginal<typeof rows>()
  return { ...module, readRows: vi.fn(module.readRows) }
})

vi.mock('../../in-steps.ts', async (importOriginal) => {
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

interface Plan {
  readonly data: readonly ExitItem[]
  readonly total: number
  readonly proceeds: readonly string[]
}

async function plan(asked: Readonly<Record<string, unknown>> = {}): Promise<Plan> {
  const payload = { wallets: [EXAMPLE.owner], ...asked }
  const answer = await api.server.inject({ method: 'POST', url: '/data/user/exit', payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const byToken = ({ data }: Plan) => new Map(data.map((item) => [item.tokenDataId, item]))
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

  it('reads as many statements for five hundred items of sixty collections as for one', async () => {
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
    expect(await count(500)).toBe(await count(1))
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

describe('an item’s listing', () => {
  const others = `0x${'6'.repeat(64)}`
  /** Has another wallet list the third token of the collection. */
  async function listOthers(priceOctas: bigint): Promise<void> {
    await api.store.pool.query('delete from market.listings where listing_id = $1', [others])
    await api.store.pool.query(
      `insert into market.listings select (o).* from (select jsonb_populate_record(l, jsonb_build_object('listing_id', $1::text,
         'seller', $2::text, 'token_data_id', $3::text, 'price_octas', $4::numeric)) as o from market.listings l
         where l.token_data_id = $5) made`,
      [others, EXAMPLE.buyer, `0x${'70'.repeat(31)}03`, String(priceOctas), EXAMPLE.listedTokenDataId],
    )
  }
  beforeEach(() => listOthers(300_000_000n))

  // @feature exit.list-price
  it('is a tick below the floor of others, or stays where it is the floor', async () => {
    const items = byToken(await plan())
    // 2.995 APT less 1.5 % and 5 %.
    expect(items.get(EXAMPLE.tokenDataId)).toMatchObject({
      floorPrice: '300000000',
      listing: { price: '299500000', netOctas: '280032500', marketplace: native },
    })
    // Its own 2 APT are below.
    expect(items.get(EXAMPLE.listedTokenDataId)?.listing).toMatchObject({ price: '200000000', netOctas: '187000000' })
  })

  // @feature exit.list-price
  it.each([
    [2, 0, null, '299500000'],
    [3, 0, '48250000000', '48200000000'],
    // The own listing, which has the trait as well, is none of the others.
    [2, 1, null, '299500000'],
    [3, 1, '48250000000', '48200000000'],
  ])(
    'counts the floor of a trait that %i others are listed with, and %i of its own',
    async (count, own, traitFloorPrice, price) => {
      await using small = await createTestApi()
      const run = (statement: string, values: readonly unknown[]) => small.store.pool.query(statement, [...values])
      const ids = Array.from({ length: count }, (_, at) => `0x${'71'.repeat(31)}0${at}`)
      const { collectionId, tokenDataId, listedTokenDataId, buyer } = EXAMPLE
      const crowned = [tokenDataId, ...ids, ...(own === 0 ? [] : [listedTokenDataId])]
      await run(
        `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, token_properties, description, token_uri,
           token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
         select id, $2, id, '{}', '', '', 'v2', false, 1, now() from unnest($1::text[]) id`,
        [ids, collectionId],
      )
      // Traits are those of the chain where the metadata names none.
      await run(
        `update market.metadata m set attributes = null from chain.current_token_datas_v2 t
         where t.token_uri = m.uri and t.collection_id = $1`,
        [collectionId],
      )
      await run(
        `update chain.current_token_datas_v2 set token_properties = case when token_data_id = any ($1::text[]) then '{"Hat":"Crown"}' else '{}' end::jsonb
         where collection_id = $2`,
        [crowned, collectionId],
      )
      await run('delete from market.listings where token_data_id <> $1 and collection_id = $2', [
        listedTokenDataId,
        collectionId,
      ])
      for (const [at, id] of [`0x${'70'.repeat(31)}03`, ...ids].entries())
        await run(
          `insert into market.listings select (o).* from (select jsonb_populate_record(l, jsonb_build_object('listing_id', $1::text,
             'seller', $2::text, 'token_data_id', $1::text, 'price_octas', $3::numeric)) as o from market.listings l
             where l.token_data_id = $4) made`,
          [id, buyer, at === 0 ? '300000000' : '48250000000', listedTokenDataId],
        )
      await run('update market.listings set price_octas = 60000000000 where token_data_id = $1', [listedTokenDataId])
      await run('delete from market.rarity_queue where collection_id = $1', [collectionId])
      await run(
        `insert into market.trait_versions (collection_id, rankings, counts) values ($1, 1, '{}')
         on conflict (collection_id) do update set counts = '{}'`,
        [collectionId],
      )
      const answer = await small.server.inject({
        method: 'POST',
        url: '/data/user/exit',
        payload: { wallets: [EXAMPLE.owner] },
      })
      expect(byToken(answer.json()).get(tokenDataId)).toMatchObject({
        floorPrice: '300000000',
        traitFloorPrice,
        listing: { price },
      })
    },
  )

  // @feature exit.list-price, trade.usual-floor
  it('is proposed by no listing that is younger than ten minutes, and by no floor that sales do not support', async () => {
    await using small = await createTestApi()
    const { tokenDataId, collectionId, buyer } = EXAMPLE
    const floor = async () => {
      const answer = await small.server.inject({
        method: 'POST',
        url: '/data/user/exit',
        payload: { wallets: [EXAMPLE.owner] },
      })
      const { floorPrice, listing } = byToken(answer.json()).get(tokenDataId) ?? {}
      return [floorPrice, listing?.price ?? null]
    }
    const run = (statement: string, values: readonly unknown[]) => small.store.pool.query(statement, [...values])
    await run('update market.listings set seller = $1', [buyer])
    expect(await floor()).toEqual(['200000000', '199500000'])
    await run('update market.listings set last_at_micros = $1', [TEST_NOW_MICROS - 1n])
    expect(await floor()).toEqual([null, null])
    await run('update market.listings set last_at_micros = 1, price_octas = 10::numeric ^ 14', [])
    // The last sale was at 1 APT: neither that price nor a part of it is one.
    expect(await floor()).toEqual([null, null])
    const sold = 'update market.collection_stats set last_sale_octas = $2 where collection_id = $1'
    await run(sold, [collectionId, 2n * 10n ** 13n - 1n])
    expect(await floor()).toEqual([null, null])
    await run(sold, [collectionId, 2n * 10n ** 13n])
    expect((await floor())[0]).toBe(String(10n ** 14n))
    await run(sold, [collectionId, null])
    expect(await floor()).toEqual([null, null])
  })

  // @feature exit.choice
  it('is proposed where the bid brings less than nine tenths of it', async () => {
    expect(byToken(await plan()).get(EXAMPLE.tokenDataId)?.choice).toBe('list')
    // 2 APT bring 187,000,000, of which the bid brings nine tenths.
    await listOthers(200_000_000n)
    expect(byToken(await plan()).get(EXAMPLE.tokenDataId)?.choice).toBe('sell')
  })

  // @feature exit.choice
  it('is none where the creator has frozen the item, nor is there a sale', async () => {
    const frozen = 'update chain.current_token_ownerships_v2 set is_soulbound_v2 = $1 where token_data_id = $2'
    await api.store.pool.query(frozen, [true, EXAMPLE.tokenDataId])
    try {
      const { sale, listing, choice, holdReason } = byToken(await plan()).get(EXAMPLE.tokenDataId) ?? {}
      expect([sale, listing, choice, holdReason]).toEqual([null, null, 'hold', 'frozen'])
    } finally {
      await api.store.pool.query(frozen, [false, EXAMPLE.tokenDataId])
    }
  })
})
