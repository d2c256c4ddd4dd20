import { HELD_TOKENS_SORTS } from '@opal/contract/constants/held-tokens-sorts'
import { COLLECTION_SORT_KEYS, TOKEN_SORTS } from '@opal/contract/constants/sorts'
import type { PortfolioCollection } from '@opal/contract/portfolio/collections'
import { sample } from '@opal/domain/testing/effort/config'
import { queryRows } from '@opal/store/testing/query-rows'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, openSyntheticMarket, type Query, type SyntheticMarket } from './testing/synthetic-market.ts'

let market: SyntheticMarket
beforeAll(async () => {
  market = await openSyntheticMarket()
}, 240_000)
afterAll(() => market?.[Symbol.asyncDispose]())

/** A list with a subject. */
interface List {
  readonly path: string
  readonly query: Query
  /** Name of the member that says how many rows a page has. */
  readonly size: 'take' | 'limit'
}

const take = (path: string, query: Query = {}): List => ({ path, query, size: 'take' })
const limit = (path: string, query: Query = {}): List => ({ path, query, size: 'limit' })

/** Returns the largest of something. @param counted selects it, and what it is counted by. */
async function largest(counted: string): Promise<string> {
  const [found] = await queryRows<{ subject: string }>(
    market.store,
    `select subject from (${counted}) s group by 1 order by count(*) desc, 1 limit 1`,
  )
  return found?.subject ?? ''
}

/** Returns texts that find several collections: a letter, and those words and parts of words that most names have. */
async function searchedTexts(): Promise<readonly string[]> {
  const rows = await queryRows<{ name: string }>(
    market.store,
    'select lower(collection_name) as name from chain.current_collections_v2 order by 1',
  )
  const parts = rows.flatMap(({ name }) => name.split(' ').flatMap((word) => [word, word.slice(1, 4)]))
  const named = Map.groupBy(
    parts.filter((part) => /^[a-z]{3,}$/.test(part)),
    (part) => part,
  )
  const [...texts] = named.entries()
  return [
    'a',
    ...texts
      .toSorted(([, one], [, other]) => other.length - one.length)
      .slice(0, 3)
      .map(([text]) => text),
  ]
}

const RANKINGS = COLLECTION_SORT_KEYS.flatMap((sortBy) =>
  ['ASC', 'DESC'].flatMap((order) => ['include', 'exclude'].map((wash) => ({ sortBy, order, wash }))),
)

/** Every list of the product documents that counts pages, each with a subject that has the most rows. */
async function lists(): Promise<readonly List[]> {
  const [wallet = ''] = await market.largestWallets(1)
  const collection = await largest('select collection_id as subject from market.sales')
  const token = await largest('select token_data_id as subject from market.activities where token_data_id is not null')
  const bidder = await largest(`select buyer as subject from market.collection_offers where state = 'open'`)
  return [
    ...sample(RANKINGS, 8).map((ranking) => take('/aggregator/collection', ranking)),
    take('/aggregator/collection', { window: '7d', traded: 'true' }),
    take('/aggregator/collection/popular'),
    take('/aggregator/collection/popular', { search: 'e', sortBy: 'FLOOR_PRICE' }),
    ...(await searchedTexts()).map((text) => take(`/aggregator/collection/search/${text}`)),
    take(`/api/collection/owners/${collection}`),
    take('/api/activities', { collectionId: collection }),
    take('/api/activities', { walletAddress: wallet, type: 'sales' }),
    limit('/api/activity', { collection }),
    limit(`/api/activity/collection/${collection}`),
    take(`/api/activity/nft/${token}`),
    limit('/api/activity/my-activities', { walletAddress: wallet }),
    take(`/data/user/activities/${wallet}`),
    ...TOKEN_SORTS.map((sort) => limit(`/api/collection/${collection}/nfts`, { sort })),
    take(`/data/collection/tokens/${collection}`),
    take(`/data/collection/biddings/${collection}`),
    take(`/api/collection/${collection}/biddings`),
    take(`/data/user/biddings/${bidder}`),
    ...['date', 'price', 'net'].map((sortBy) => take(`/data/user/biddings/${wallet}`, { type: 'received', sortBy })),
    limit('/api/collection/myBiddings', { walletAddress: wallet, type: 'received' }),
    ...HELD_TOKENS_SORTS.flatMap((sortBy) =>
      ['asc', 'desc'].map((order) => take(`/data/user/tokens/${wallet}`, { sortBy, order })),
    ),
    limit('/api/collection/myCollections/nfts', { walletAddress: wallet }),
    take(`/data/user/collections/${wallet}`),
    take('/data/utility/all-rewards'),
  ]
}

/** Later pages cannot be asked for by their number. */
const LAST_PAGE = 1_000

it('every list that counts pages has the same rows by number and by cursor, in pages of any size', async () => {
  for (const { path, query, size } of await lists()) {
    const context = `${path} ${JSON.stringify(query)}`
    const whole = await market.walk<unknown>(path, query, { [size]: '50' })
    expect(whole.length, context).toBeGreaterThan(1)
    expect(new Set(whole.map((row) => JSON.stringify(row))).size, context).toBe(whole.length)
    expect(await market.walk(path, query, { [size]: '7' }), context).toEqual(whole)
    for (const rows of [1, 3]) {
      const last = Math.ceil(whole.length / rows)
      for (const number of new Set([1, 2, last, last + 1].map((each) => Math.min(each, LAST_PAGE)))) {
        const paged = { ...query, [size]: String(rows), page: String(number) }
        const page = await market.ask<Answer<unknown>>(path, paged)
        const end = number * rows
        const isEnd = page.nextCursor === null
        expect([context, paged, page.data, isEnd]).toEqual([
          context,
          paged,
          whole.slice(end - rows, end),
          end >= whole.length,
        ])
      }
    }
  }
})

it('lists whose page and size are in the body have the rows of those that have them in the query', async () => {
  const [walletAddress = ''] = await market.largestWallets(1)
  const held = await market.walk<PortfolioCollection>(`/data/user/collections/${walletAddress}`, {}, { take: '100' })
  const named = await market.walk('/aggregator/collection/search/a', {}, { take: '50' })
  const answered = async (path: string, body: object) => (await market.ask<Answer<unknown>>(path, {}, body)).data
  for (const rows of [1, 3])
    for (const page of [1, 2, 3]) {
      const [begin, end] = [(page - 1) * rows, page * rows]
      const size = { page, limit: rows }
      expect(await answered('/api/collection/myCollections', { walletAddress, ...size })).toEqual(
        held.slice(begin, end),
      )
      expect(await answered('/api/collections', { name: 'a', ...size })).toEqual(named.slice(begin, end))
    }
})

it('the values of a kind of trait are the same in pages of any size', async () => {
  const collection = await largest('select collection_id as subject from chain.current_token_datas_v2')
  const traits = await market.ask<{ data: { trait_type: string; valueCount: number }[] }>(
    `/aggregator/collection/${collection}/traits`,
  )
  const kind = traits.data.toSorted((a, b) => b.valueCount - a.valueCount)[0]
  const path = `/aggregator/collection/${collection}/traits/${encodeURIComponent(kind?.trait_type ?? '')}/value`
  const whole = await market.ask<Answer<{ value: string }>>(path, { limit: '100' })
  expect(whole.data.length).toBeGreaterThan(3)
  for (const [page, rows] of [1, 2, 3, 60].flatMap((number) => [1, 3].map((size) => [number, size] as const))) {
    const { data, total } = await market.ask<Answer<unknown>>(path, { page: String(page), limit: String(rows) })
    expect([page, rows, data, total]).toEqual([
      page,
      rows,
      whole.data.slice((page - 1) * rows, page * rows),
      whole.total,
    ])
  }
  const q = whole.data[0]?.value.slice(0, 2) ?? ''
  const found = whole.data.filter(({ value }) => value.toLowerCase().includes(q.toLowerCase()))
  expect((await market.ask<Answer<unknown>>(path, { limit: '100', q: q.toUpperCase() })).data).toEqual(found)
})
