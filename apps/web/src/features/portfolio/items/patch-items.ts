import type { Activity } from '@opal/contract/activities'
import { KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import type { HeldTokensSort } from '@opal/contract/constants/held-tokens-sorts'
import type { PortfolioToken } from '@opal/contract/portfolio'
import type { ActivityKind } from '@opal/domain/live/activity-kinds'
import { type InfiniteData, replaceEqualDeep } from '@tanstack/react-query'
import { editionKey } from '../../../entities/token/edition.ts'
import type { ItemsPage } from '../portfolio-query.ts'
import { ownListingOf } from '../rows/to-trade-token.ts'

const GOES = [...KINDS_OF_TYPE.sales, ...KINDS_OF_TYPE.transfer]
/** Sales into bids. */
const FILLS: ReadonlySet<ActivityKind> = new Set(KINDS_OF_TYPE.sales.filter((kind) => kind !== 'sale'))

/** Returns whether an activity concerns the wallet or a shown token. */
export function concerns(row: Activity, wallet: string, shown: ReadonlySet<string>): boolean {
  return row.from === wallet || row.to === wallet || (row.tokenDataId !== null && shown.has(row.tokenDataId))
}

/**
 * Applies an indexed activity to the shown items immediately; they are refetched right after.
 * @source docs/product/portfolio-and-pnl.md#live-changes
 */
export function applyActivity(data: InfiniteData<ItemsPage>, row: Activity, wallet: string): InfiniteData<ItemsPage> {
  if (row.tokenDataId === null) return data
  const id = row.tokenDataId
  if (GOES.includes(row.kind) && row.from === wallet && row.to !== wallet) return takeOneAway(data, id)
  return mapItems(data, id, (token) => {
    if (KINDS_OF_TYPE.sales.includes(row.kind) && row.to === wallet) return { ...unlisted(token), costPrice: row.price }
    if (row.kind === 'delist' && row.from === wallet) return unlisted(token)
    if (FILLS.has(row.kind)) return { ...token, topBid: null }
    return token
  })
}

function unlisted(token: PortfolioToken): PortfolioToken {
  return { ...token, listedPrice: null, marketplace: null, listingId: null, listedAtMicros: null, ownListings: [] }
}

/** Replaces shown tokens by refetched ones; missing ones leave the list and its total. */
export function replaceItems(
  data: InfiniteData<ItemsPage>,
  asked: readonly string[],
  answer: ItemsPage['data'],
): InfiniteData<ItemsPage> {
  const fresh = new Map(answer.map((token) => [editionKey(token), token]))
  let gone = 0
  const pages = data.pages.map((page) => ({
    ...page,
    data: page.data.flatMap((token) => {
      if (!asked.includes(token.tokenDataId)) return [token]
      const now = fresh.get(editionKey(token))
      if (now === undefined) gone += 1
      return now === undefined ? [] : [now]
    }),
  }))
  return {
    ...data,
    pages: gone === 0 ? pages : pages.map((page) => ({ ...page, total: Math.max(0, page.total - gone) })),
  }
}

/** Returns whether a response contains tokens that the list does not show. */
export function hasNewItems(data: InfiniteData<ItemsPage>, answer: ItemsPage['data']): boolean {
  const shown = new Set(data.pages.flatMap((page) => page.data.map(editionKey)))
  return answer.some((token) => !shown.has(editionKey(token)))
}

/** Returns the ids of the tokens of a response that the list shows otherwise, or not at all. */
export function changedIds(data: InfiniteData<ItemsPage>, answer: ItemsPage['data']): readonly string[] {
  const shown = new Map(data.pages.flatMap((page) => page.data.map((token) => [editionKey(token), token])))
  return answer.flatMap((token) => {
    const before = shown.get(editionKey(token))
    return replaceEqualDeep(before, token) === before ? [] : [token.tokenDataId]
  })
}

/** Returns what a token is ordered by in each order, as far as it changes while the list is open. */
const ORDERED_BY: Readonly<Record<HeldTokensSort, (token: PortfolioToken) => string | number | null>> = {
  collection: () => null,
  value: (token) => token.estimatedPrice,
  name: (token) => token.name,
  rarity: (token) => token.rarity,
  // By the own listing: the shown price is null where that is reserved or has expired.
  listed_price: (token) => ownListingOf(token)?.price ?? null,
  floor_distance: (token) => ownListingOf(token)?.price ?? null,
  listed_at: (token) => ownListingOf(token)?.placedAtMicros ?? null,
  last_sale: (token) => token.lastSalePrice,
  acquired: (token) => token.acquiredAtMicros,
}

/** Returns whether a row of a list is ordered by another value after a change. */
export function hasMoved(
  before: InfiniteData<ItemsPage>,
  after: InfiniteData<ItemsPage>,
  sort: HeldTokensSort,
): boolean {
  const orderedBy = ORDERED_BY[sort]
  const values = new Map(before.pages.flatMap(({ data }) => data.map((token) => [editionKey(token), orderedBy(token)])))
  return after.pages.some(({ data }) =>
    data.some((token) => values.has(editionKey(token)) && values.get(editionKey(token)) !== orderedBy(token)),
  )
}

function takeOneAway(data: InfiniteData<ItemsPage>, id: string): InfiniteData<ItemsPage> {
  const held = data.pages.flatMap((page) => page.data).filter((token) => token.tokenDataId === id)
  // With several editions or copies it is unknown which one left: the caller reads them again.
  if (held.length !== 1 || held[0]?.held !== '1' || held[0].editionsHeld > 1) return data
  return replaceItems(data, [id], [])
}

function mapItems(
  data: InfiniteData<ItemsPage>,
  id: string,
  change: (token: PortfolioToken) => PortfolioToken,
): InfiniteData<ItemsPage> {
  const pages = data.pages.map((page) => ({
    ...page,
    data: page.data.map((token) => (token.tokenDataId === id ? change(token) : token)),
  }))
  return { ...data, pages }
}
