import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Store } from '../driver/connection.ts'
import { seedSmallMarket } from '../testing/small-market.ts'
import {
  CLOSED_MARKETPLACE_TOKEN,
  QUIET_COLLECTION,
  SMALL_MARKET_IDS,
  THIRD_TOKEN,
} from '../testing/small-market-ids.ts'
import { createTestStore } from '../testing/test-store.ts'
import { readActivities } from './activity/activities.ts'
import { readFloorHistories } from './collections/collection-history.ts'
import { findCollections } from './collections/ranking/find-collections.ts'
import { readCollections } from './collections/read-collections.ts'
import { countHeldTokens } from './portfolio/count-held-tokens.ts'
import { findHeldTokens } from './portfolio/held-tokens.ts'
import { InvalidPatternError, QueryTooSlowError, readRows, withTimeLimit } from './read-rows.ts'
import { findCollectionTokens, type TokenOrder } from './tokens/find-collection-tokens.ts'
import { readTokens } from './tokens/read-tokens.ts'
import { readTokenPage } from './tokens/token-page.ts'

const ids = SMALL_MARKET_IDS
const { collectionId } = ids
const APT = 100_000_000n
// Twenty minutes past an hour, so that every window has a partial hour at its start.
const nowMicros = 1_790_000_000_000_000n - (1_790_000_000_000_000n % 3_600_000_000n) + 1_200_000_000n

let store: Store

beforeAll(async () => {
  store = await createTestStore()
  await seedSmallMarket(store, { ids, marketplace: 'somewhere', nowMicros })
})
afterAll(() => store[Symbol.asyncDispose]())

describe('collections', () => {
  it('have volumes over windows that slide by the microsecond', async () => {
    const [row] = await readCollections(store, [collectionId], { nowMicros, wallet: ids.owner })
    expect(row).toMatchObject({
      volumeDayOctas: APT,
      volumeWeekOctas: 5n * APT,
      volumeMonthOctas: 5n * APT,
      volumeAllOctas: 10n * APT,
      isVerified: true,
      isFavourite: true,
      image: 'ipfs://cid/cover.svg',
    })
    const edge = nowMicros - 2n * 3_600_000_000n + 24n * 3_600_000_000n
    const at = async (now: bigint) =>
      (await readCollections(store, [collectionId], { nowMicros: now, wallet: null }))[0]?.volumeDayOctas
    expect(await at(edge)).toBe(APT)
    expect(await at(edge + 1n)).toBe(0n)
  })

  it('are ranked by each metric, those without it last, page by page', async () => {
    for (const ranking of [
      'ALL_TIME_VOLUME',
      'THIRTY_D_VOLUME',
      'SEVEN_D_VOLUME',
      'ONE_D_VOLUME',
      'ALL_TIME_SALES',
      'THIRTY_D_SALES',
      'SEVEN_D_SALES',
      'ONE_D_SALES',
      'FLOOR_PRICE',
      'TOP_BID',
      'MARKET_CAP',
      'ONE_D_CHANGE',
      'SEVEN_D_CHANGE',
      'THIRTY_D_CHANGE',
      'OWNERS',
      'SUPPLY',
      'LISTED',
      'TRENDING',
      'NAME',
    ] as const) {
      const query = { ranking, descending: ranking !== 'NAME', nowMicros, take: 1 }
      const [first] = await findCollections(store, query)
      if (first === undefined) throw new Error(`nothing ranked by ${ranking}`)
      const rest = await findCollections(store, { ...query, take: 9, after: first })
      expect(new Set([first, ...rest].map((row) => row.collectionId))).toEqual(
        new Set([collectionId, QUIET_COLLECTION]),
      )
      if (!['TRENDING', 'SEVEN_D_CHANGE'].includes(ranking)) expect(first.collectionId, ranking).toBe(collectionId)
    }
  })

  // @feature items.sort-nulls-last
  it('keep those without a floor last in either order', async () => {
    const rows = await findCollections(store, { ranking: 'FLOOR_PRICE', descending: false, nowMicros, take: 9 })
    expect(rows.map((row) => row.collectionId)).toEqual([collectionId, QUIET_COLLECTION])
  })

  it('are found by part of their name, wildcards taken literally', async () => {
    const search = (text: string) =>
      findCollections(store, { ranking: 'NAME', descending: false, nowMicros, take: 9, search: text })
    expect((await search('onke')).map((row) => row.collectionId)).toEqual([collectionId])
    expect(await search('%')).toEqual([])
    expect(await search('_onkeys')).toEqual([])
  })

  it('have a floor history that ends with the floor now', async () => {
    const floors =
      (await readFloorHistories(store, [collectionId, QUIET_COLLECTION], nowMicros)).get(collectionId) ?? []
    expect(floors).toHaveLength(29)
    expect(floors.at(-1)).toBe(2n * APT)
    expect(floors[0]).toBe(5n * APT)
    expect(floors[21]).toBe(4n * APT)
  })
})

describe('a collection’s tokens', () => {
  const page = (order: TokenOrder, take = 10, more: object = {}) =>
    findCollectionTokens(store, { filter: { collectionId }, order, take, ...more })

  // @feature items.sort-nulls-last
  it('come with the cheapest listing first, then the rest', async () => {
    const rows = await page('price_asc')
    expect(rows.map((row) => row.tokenDataId)).toEqual([
      ids.listedTokenDataId,
      THIRD_TOKEN,
      ids.tokenDataId,
      CLOSED_MARKETPLACE_TOKEN,
    ])
    expect(rows.map((row) => row.phase)).toEqual(['listed', 'listed', 'rest', 'rest'])
  })

  it.each(['price_asc', 'price_desc', 'listed_desc', 'name_asc', 'last_sale_desc'] as const)(
    'are the same one by one as together (%s)',
    async (order) => {
      const whole = await page(order)
      const walked = []
      for (let after = undefined as (typeof whole)[number] | undefined; ; ) {
        const [row] = await page(order, 1, after ? { after } : {})
        if (row === undefined) break
        walked.push(row)
        after = row
      }
      expect(walked).toEqual(whole)
      const paged = [...(await page(order, 3, { offset: 0 })), ...(await page(order, 3, { offset: 3 }))]
      expect(paged).toEqual(whole)
    },
  )

  it('sort names by number', async () => {
    const rows = await readTokens(
      store,
      (await page('name_asc')).map((row) => row.tokenDataId),
      nowMicros,
    )
    expect(rows.map((row) => row.name)).toEqual(['Monkey #8', 'Monkey #9', 'Monkey #10', 'Monkey #11'])
  })

  // @feature items.type, items.price-range, items.marketplace, items.search
  it('are filtered by price, listing, marketplace and name, and counted alike', async () => {
    for (const [filter, expected] of [
      [{ listed: true }, 2],
      [{ listed: false }, 2],
      [{ minOctas: 250_000_000n }, 1],
      [{ maxOctas: 250_000_000n }, 1],
      [{ marketplace: 'closed-marketplace' }, 0],
      [{ marketplace: 'somewhere' }, 2],
      [{ name: { pattern: '#1[01]$', isExpression: true } }, 2],
      [{ name: { pattern: '#1', isExpression: false } }, 2],
    ] as const) {
      const asked = { collectionId, ...filter }
      expect(
        await findCollectionTokens(store, { filter: asked, order: 'price_asc', take: 10 }),
        JSON.stringify(filter, String),
      ).toHaveLength(expected)
      expect((await readTokenPage(store, { filter: asked, order: 'name_asc', take: 1 })).total).toBe(expected)
    }
  })

  // @feature bids.top
  it('show owner, listing, last sale and the bids that are still good', async () => {
    const [token] = await readTokens(store, [ids.tokenDataId], nowMicros)
    expect(token).toMatchObject({
      holder: ids.owner,
      listedOctas: null,
      lastSaleOctas: APT,
      topTokenBid: { price: '180000000' },
      topCollectionBid: { price: '150000000', remaining: '3' },
    })
  })
})

describe('time limits', () => {
  it('of a connection cut off what takes too long, by name', async () => {
    const { connectionString } = store
    await using hasty = connect({
      connectionString,
      applicationName: 'test',
      statementTimeoutMs: 50,
      maxConnections: 1,
    })
    await expect(readRows(hasty, sql`select pg_sleep(5)`)).rejects.toBeInstanceOf(QueryTooSlowError)
  })

  it('of a pool end the wait for a connection', async () => {
    const { connectionString } = store
    const options = { connectionString, applicationName: 'test', maxConnections: 1, connectionTimeoutMs: 1_500 }
    await using narrow = connect(options)
    await using _held = await narrow.pool.connect().then((client) => ({
      [Symbol.asyncDispose]: async () => client.release(),
    }))
    await expect(readRows(narrow, sql`select 1`)).rejects.toThrow(/timeout/i)
  })

  it('cut off what takes too long', async () => {
    const slow = withTimeLimit(store, 50, (reader) => sql`select pg_sleep(5)`.execute(reader.db))
    await expect(slow).rejects.toBeInstanceOf(QueryTooSlowError)
  })

  it('refuse a pattern that is not a regular expression', async () => {
    const filter = { collectionId, name: { pattern: '(', isExpression: true } }
    const page = { filter, order: 'name_asc', take: 1 } as const
    await expect(withTimeLimit(store, 60_000, (reader) => readTokenPage(reader, page))).rejects.toBeInstanceOf(
      InvalidPatternError,
    )
  })
})

const BY_COLLECTION = { order: 'collection', descending: false } as const

describe('a wallet', () => {
  it('holds what it has listed, page by page', async () => {
    const all = await findHeldTokens(store, { holder: ids.owner }, { ...BY_COLLECTION, take: 10 })
    expect(all.map((row) => row.tokenDataId)).toEqual([
      ids.tokenDataId,
      ids.listedTokenDataId,
      CLOSED_MARKETPLACE_TOKEN,
    ])
    const [first] = all
    expect(
      await findHeldTokens(
        store,
        { holder: ids.owner },
        { ...BY_COLLECTION, take: 10, ...(first && { after: first }) },
      ),
    ).toEqual(all.slice(1))
    expect(await countHeldTokens(store, { holder: ids.owner, listed: true })).toBe(2)
    expect(await countHeldTokens(store, { holder: ids.owner, listed: false })).toBe(1)
  })

  it('orders names by their words, then by their numbers', async () => {
    const rename = (id: string, name: string) =>
      sql`update chain.current_token_datas_v2 set token_name = ${name} where token_data_id = ${id}`.execute(store.db)
    const { rows: before } = await sql<{ id: string; name: string }>`
      select token_data_id as id, token_name as name from chain.current_token_datas_v2`.execute(store.db)
    await rename(ids.tokenDataId, 'Key #101')
    await rename(ids.listedTokenDataId, 'Issue of 12345678901234567890')
    await rename(CLOSED_MARKETPLACE_TOKEN, 'Key #20')
    for (const [descending, wanted] of [
      [false, [ids.listedTokenDataId, CLOSED_MARKETPLACE_TOKEN, ids.tokenDataId]],
      [true, [ids.tokenDataId, CLOSED_MARKETPLACE_TOKEN, ids.listedTokenDataId]],
    ] as const) {
      const rows = await findHeldTokens(store, { holder: ids.owner }, { order: 'name', descending, take: 10 })
      expect(rows.map((row) => row.tokenDataId)).toEqual(wanted)
    }
    for (const { id, name } of before) await rename(id, name)
  })

  it('sees the activity of both its sides, newest first', async () => {
    const rows = await readActivities(
      store,
      { kinds: ['sale', 'list', 'transfer', 'mint'], wallet: ids.buyer, take: 10 },
      0n,
    )
    expect(rows.map((row) => [row.version, row.kind])).toEqual([
      [95n, 'sale'],
      [88n, 'transfer'],
      [85n, 'sale'],
      [75n, 'sale'],
    ])
    const [first] = rows
    const after = first && { after: first }
    const rest = await readActivities(store, { kinds: ['sale'], wallet: ids.buyer, take: 10, ...after }, 0n)
    expect(rest.map((row) => row.version)).toEqual([85n, 75n])
  })
})
