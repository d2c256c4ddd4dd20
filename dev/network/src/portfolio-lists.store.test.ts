import type { BidItem } from '@opal/contract/bids'
import { HELD_TOKENS_SORTS, type HeldTokensSort } from '@opal/contract/constants/held-tokens-sorts'
import type { PortfolioToken } from '@opal/contract/portfolio'
import type { PortfolioCollection } from '@opal/contract/portfolio/collections'
import type { PortfolioPnl } from '@opal/contract/portfolio/pnl'
import { runs, testSeed } from '@opal/domain/testing/effort/config'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { queryRows } from '@opal/store/testing/query-rows'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, openSyntheticMarket, type Query, type SyntheticMarket } from './testing/synthetic-market.ts'

const MARKETPLACES = contractsOf('local').map(({ adapter }) => adapter.id)
/** Wallets whose lists are read: those that hold most. */
const WALLETS = 4

let market: SyntheticMarket
let wallets: readonly string[]
beforeAll(async () => {
  market = await openSyntheticMarket()
  wallets = await market.largestWallets(WALLETS)
}, 240_000)
afterAll(() => market?.[Symbol.asyncDispose]())

const anyWallet = fc.nat(WALLETS - 1)
const seeded = (short: number) => ({ numRuns: runs(short), seed: testSeed })

/** Floors in octas by collection. */
type Floors = ReadonlyMap<string | null, string | null>

/** Returns by how many basis points an item's listing is above its collection's floor; null where there is no listing or no floor. */
function floorDistanceOf({ collectionId, listedPrice }: PortfolioToken, floors: Floors): bigint | null {
  const floor = BigInt(floors.get(collectionId) ?? 0)
  if (listedPrice === null || floor === 0n) return null
  const above = BigInt(listedPrice) - floor
  return above < 0n ? 0n : (above * 10_000n) / floor
}

/** What each order compares; null comes last in either direction. */
const VALUES: Readonly<
  Record<HeldTokensSort, (token: PortfolioToken, floors: Floors) => string | number | bigint | null>
> = {
  collection: (token) => token.collectionId ?? '',
  value: (token) => integer(token.estimatedPrice),
  // Numbers are compared as numbers.
  name: (token) => token.name.replaceAll(/\d+/g, (digits) => digits.padStart(10, '0')),
  rarity: (token) => token.rarity,
  listed_price: (token) => integer(token.listedPrice),
  floor_distance: floorDistanceOf,
  listed_at: (token) => integer(token.listedAtMicros),
  last_sale: (token) => integer(token.lastSalePrice),
  acquired: (token) => integer(token.acquiredAtMicros),
}
const integer = (text: string | null) => (text === null ? null : BigInt(text))

const idsOf = (tokens: readonly PortfolioToken[]) => tokens.map(({ tokenDataId }) => tokenDataId)

function expectOrdered(
  tokens: readonly PortfolioToken[],
  floors: Floors,
  { sortBy, order }: { readonly sortBy: HeldTokensSort; readonly order: 'asc' | 'desc' },
): void {
  const values = tokens.map((token) => VALUES[sortBy](token, floors))
  const known = values.filter((value) => value !== null)
  expect(values.slice(known.length)).toEqual(values.slice(known.length).fill(null))
  const rising = known.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  expect(known, `${sortBy} ${order}`).toEqual(order === 'asc' ? rising : rising.toReversed())
}

// @feature portfolio.filter, portfolio.filters-seen, portfolio.sort, portfolio.listing-order, portfolio.spam
it('a wallet’s tokens under any filters are those that each of them leaves, in any order and in pages of any size', async () => {
  const choice = fc.record({
    at: anyWallet,
    type: fc.constantFrom('all', 'listed', 'unlisted', 'non_listed'),
    marketplaces: fc.subarray<string>([...MARKETPLACES]),
    collection: fc.option(fc.nat(20)),
    some: fc.option(fc.array(fc.nat(40), { minLength: 1, maxLength: 4 })),
    spam: fc.constantFrom('include', 'hide', 'only'),
    sortBy: fc.constantFrom(...HELD_TOKENS_SORTS),
    order: fc.constantFrom('asc' as const, 'desc' as const),
    take: fc.constantFrom('4', '100'),
  })
  let found = 0
  const compared = new Set<string | null>()
  await fc.assert(
    fc.asyncProperty(choice, async ({ at, type, marketplaces, collection, some, spam, sortBy, order, take }) => {
      const path = `/data/user/tokens/${wallets[at]}`
      const all = await market.walk<PortfolioToken>(path, { sortBy: 'acquired' }, { take: '100' })
      const held = await market.walk<PortfolioCollection>(`/data/user/collections/${wallets[at]}`, {}, { take: '100' })
      const unsolicited = new Set(held.flatMap((one) => (one.isSpam ? one.collectionId : [])))
      const collectionId = collection === null ? undefined : (all[collection % all.length]?.collectionId ?? undefined)
      const only = some?.map((nth) => all[nth % all.length]?.tokenDataId ?? '')
      const expected = all.filter(
        ({ tokenDataId, ownListings, ...token }) =>
          (type === 'all' || ownListings.length > 0 === (type === 'listed')) &&
          (marketplaces.length === 0 ||
            ownListings.some((one) => new Set<string>(marketplaces).has(one.marketplace))) &&
          (collectionId === undefined || token.collectionId === collectionId) &&
          (spam === 'include' || unsolicited.has(token.collectionId ?? '') === (spam === 'only')) &&
          (only === undefined || only.includes(tokenDataId)),
      )
      const query = { type, sortBy, order, spam, marketplace: marketplaces, collectionId, tokenDataId: only }
      const tokens = await market.walk<PortfolioToken>(path, query, { take })
      expect(idsOf(tokens).toSorted()).toEqual(idsOf(expected).toSorted())
      const floors = new Map(held.map((one) => [one.collectionId, one.floorPrice]))
      expectOrdered(tokens, floors, { sortBy, order })
      for (const token of tokens)
        if (sortBy === 'floor_distance' && VALUES.floor_distance(token, floors) !== null)
          compared.add(token.collectionId)
      expect((await market.ask<Answer<unknown>>(path, { ...query, take: '1' })).total).toBe(expected.length)
      found += tokens.length
    }),
    seeded(60),
  )
  expect(found).toBeGreaterThan(0)
  // Distances differ from prices only among collections with other floors.
  expect(compared.size).toBeGreaterThan(2)
})

it('a wallet’s tokens are the same under both calls that list them', async () => {
  const choice = fc.record({
    at: anyWallet,
    type: fc.constantFrom('all' as const, 'listed' as const, 'non_listed' as const),
    byType: fc.boolean(),
    sortBy: fc.constantFrom(...HELD_TOKENS_SORTS),
    order: fc.constantFrom('asc', 'desc'),
    size: fc.constantFrom('1', '5', '100'),
    page: fc.constantFrom('1', '2'),
  })
  const types = { all: 'ALL', listed: 'LISTED', non_listed: 'UNLISTED' } as const
  await fc.assert(
    fc.asyncProperty(choice, async ({ at, type, byType, sortBy, order, size, page }) => {
      const walletAddress = wallets[at] ?? ''
      const one = await market.ask(`/data/user/tokens/${walletAddress}`, { type, sortBy, order, take: size, page })
      const chosen = byType && type !== 'all' ? { type, nftType: 'ALL' } : { nftType: types[type] }
      const query = { walletAddress, ...chosen, sortBy, order, limit: size, page }
      expect(await market.ask('/api/collection/myCollections/nfts', query)).toEqual(one)
    }),
    seeded(20),
  )
})

// @feature portfolio.bids
it('a wallet’s bids, made or received, are those of each of its collections, in any order', async () => {
  const choice = fc.record({
    at: anyWallet,
    type: fc.constantFrom('made', 'received'),
    sortBy: fc.constantFrom('date', 'price', 'net'),
    nth: fc.nat(20),
    take: fc.constantFrom('3', '100'),
  })
  const worthOf = (bid: BidItem, sortBy: string) =>
    Number(sortBy === 'date' ? bid.date : sortBy === 'price' ? bid.bidPrice : bid.netOctas)
  await fc.assert(
    fc.asyncProperty(choice, async ({ at, type, sortBy, nth, take }) => {
      const walletAddress = wallets[at] ?? ''
      const path = `/data/user/biddings/${walletAddress}`
      const all = await market.walk<BidItem>(path, { type, sortBy }, { take: '100' })
      expect(all.every(({ buyer }) => (buyer === walletAddress) === (type === 'made'))).toBe(true)
      // What a bid brings is known of those that others make.
      if (type === 'received' || sortBy !== 'net') {
        const values = all.map((bid) => worthOf(bid, sortBy))
        expect(values).toEqual(values.toSorted((a, b) => b - a))
      }
      const collectionId = all[nth % Math.max(1, all.length)]?.collectionId ?? undefined
      if (collectionId === undefined) return
      const expected = all.filter((bid) => bid.collectionId === collectionId)
      expect(await market.walk(path, { type, sortBy, collectionId }, { take })).toEqual(expected)
      const query = { walletAddress, type, sortBy, collectionId }
      expect(await market.walk('/api/collection/myBiddings', query, { limit: take })).toEqual(expected)
    }),
    seeded(25),
  )
})

// @feature portfolio.collections
it('a wallet’s collections are those of which it has listings, or whose names have the text, or that are named', async () => {
  const isNamed =
    (text: string) =>
    ({ name }: PortfolioCollection) =>
      name.toLowerCase().includes(text.toLowerCase())
  for (const walletAddress of wallets) {
    const path = `/data/user/collections/${walletAddress}`
    const all = await market.walk<PortfolioCollection>(path, {}, { take: '100' })
    const listed = all.filter((one) => one.listed !== '0')
    expect(listed.length).toBeGreaterThan(0)
    expect(await market.walk(path, { type: 'listed' }, { take: '3' })).toEqual(listed)
    const ids = await market.ask<Answer<string>>(`/api/collection/mycollectionIds/listed/${walletAddress}`)
    expect(ids.data).toEqual(listed.map(({ collectionId }) => collectionId))
    for (const { name } of all.slice(0, 5)) {
      const search = name.split(' ').at(-1) ?? ''
      expect(await market.walk(path, { search }, { take: '2' })).toEqual(all.filter(isNamed(search)))
      expect(await market.walk(path, { search, type: 'listed' }, { take: '2' })).toEqual(listed.filter(isNamed(search)))
      const found = `/api/collection/myCollections/search/${encodeURIComponent(search)}`
      const { data } = await market.ask<Answer<unknown>>(found, { walletAddress, take: '100' }, {})
      expect(data).toEqual(all.filter(isNamed(search)))
    }
    const some = all.filter((_, at) => at % 2 === 0)
    const body = { collectionIds: some.map(({ collectionId }) => collectionId) }
    const details = await market.ask<Answer<unknown>>(`/data/user/collections/details/${walletAddress}`, {}, body)
    expect(details.data).toHaveLength(some.length)
    expect(details.data).toEqual(expect.arrayContaining(some))
  }
})

const ADDED = ['costPrice', 'estimatedPrice', 'knownCostEstimate', 'realizedPNL', 'unrealizedPNL'] as const
const COUNTED = ['totalCount', 'listedCount', 'unknownCostCount', 'soldCount', 'soldUnknownCount'] as const

// @feature portfolio.summary
it('the summaries and locked values of a wallet’s collections add up to its own, under both calls', async () => {
  for (const walletAddress of wallets) {
    const collections = await queryRows<{ id: string }>(
      market.store,
      `select collection_id as id from market.lots where wallet = '${walletAddress}' and collection_id is not null
       union select collection_id from market.collection_offers where buyer = '${walletAddress}'
       union select collection_id from market.token_offers where buyer = '${walletAddress}'`,
    )
    const pnlOf = (query: Query) => market.ask<PortfolioPnl>(`/data/user/pnl/${walletAddress}`, query)
    const lockedOf = async (query: Query) => {
      const path = `/data/user/biddings/total-locked/${walletAddress}`
      return BigInt((await market.ask<{ totalValueLocked: string }>(path, query)).totalValueLocked)
    }
    const parts = await Promise.all(
      collections.map(async ({ id: collectionId }) => ({
        collectionId,
        pnl: await pnlOf({ collectionId }),
        locked: await lockedOf({ collectionId }),
      })),
    )
    const whole = await pnlOf({})
    for (const member of [...ADDED, ...COUNTED])
      expect([member, BigInt(whole[member])]).toEqual([
        member,
        parts.reduce((sum, { pnl }) => sum + BigInt(pnl[member]), 0n),
      ])
    expect(parts.reduce((sum, { locked }) => sum + locked, 0n)).toBe(await lockedOf({}))
    for (const { collectionId, pnl } of [{ collectionId: undefined, pnl: whole }, ...parts.slice(0, 3)])
      expect(await market.ask('/api/collection/myCollections/summary', { walletAddress, collectionId })).toEqual({
        totalNfts: pnl.totalCount,
        listedNfts: pnl.listedCount,
        estimated: pnl.estimatedPrice,
        cost: pnl.costPrice,
        unRealizedPL: pnl.unrealizedPNL,
        realizedPL: pnl.realizedPNL,
      })
  }
})
