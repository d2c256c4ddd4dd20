import { listActivities } from '@opal/contract/activities'
import { listBidsOfCollection } from '@opal/contract/bids'
import type { ApiClient } from '@opal/contract/client'
import {
  getCollectionHistory,
  getHoldingTimes,
  listCollectionOwners,
} from '@opal/contract/collections/collection-stats'
import type { HistoryWindow } from '@opal/contract/constants/windows'
import { listCollectionTokens } from '@opal/contract/tokens'
import { type Rows, readPages } from '../../shared/realtime/read-pages.ts'
import { throwing } from '../../shared/realtime/throwing.ts'

/** Most pages of a list that a chart loads. */
const MAX_PAGES = 5
const PAGE_SIZE = 100

export interface HistoryStep {
  readonly atMicros: string
  readonly floorPrice: string | null
  readonly listedCount: number
  readonly ownerCount: number
  readonly volume: string
  readonly sales: number
  /** Without wash trades: of a wallet with itself or with one that it exchanged money with. */
  readonly volumeWithoutWash: string
  readonly salesWithoutWash: number
}

/** Numbers of wallets and items by holding time. */
export interface HoldingTimes {
  readonly buckets: readonly {
    readonly fromDays: number
    /** Null for the last bucket, which has no end. */
    readonly toDays: number | null
    readonly tokens: string
    readonly owners: string
  }[]
  /** Microseconds; null without holdings. */
  readonly medianTokenMicros: string | null
}

export interface Sale {
  readonly id: string
  readonly atMicros: string
  readonly price: bigint
  readonly name: string
  readonly marketplace: string | null
  readonly transactionHash: string | null
}

export interface Order {
  readonly price: bigint
  readonly size: number
}

/** Fetches the history of a collection's floor and volume. @throws ApiError */
export async function fetchHistory(
  api: ApiClient,
  id: string,
  window: HistoryWindow,
  signal: AbortSignal,
): Promise<readonly HistoryStep[]> {
  return (await api(getCollectionHistory, { params: { id }, query: { window } }, { signal })).data
}

/** Fetches the sales since a chain time, newest first. @throws ApiError */
export async function fetchSales(
  api: ApiClient,
  collectionId: string,
  sinceMicros: bigint,
  signal: AbortSignal,
): Promise<Rows<Sale>> {
  const isRecent = ({ atMicros }: { atMicros: string }) => BigInt(atMicros) >= sinceMicros
  const { rows, more } = await readPages(
    (cursor) => {
      const query = { collectionId: [collectionId], type: 'sales' as const, take: PAGE_SIZE, ...cursor }
      return api(listActivities, { query }, { signal })
    },
    { maxPages: MAX_PAGES, goOn: (page) => page.data.every(isRecent) },
  )
  const recent = rows.filter(isRecent)
  const sales = recent.flatMap(({ id, atMicros, price, tokenName, marketplace, transactionHash }) =>
    price === null ? [] : [{ id, atMicros, price: BigInt(price), name: tokenName ?? '', marketplace, transactionHash }],
  )
  return { rows: sales, more: more && recent.length === rows.length }
}

/** Fetches listings that can be bought, cheapest first. @throws ApiError */
export async function fetchListings(api: ApiClient, id: string, signal: AbortSignal): Promise<Rows<Order>> {
  const { rows, more } = await readPages(
    (cursor) => {
      const query = { nftType: 'LISTED' as const, sort: 'price_asc' as const, limit: PAGE_SIZE, ...cursor }
      return api(listCollectionTokens, { params: { id }, query }, { signal })
    },
    { maxPages: MAX_PAGES },
  )
  const orders = rows.flatMap(({ listedPrice }) =>
    listedPrice === null ? [] : [{ price: BigInt(listedPrice), size: 1 }],
  )
  return { rows: orders, more }
}

/** Fetches live collection offers by price, best first. @throws ApiError */
export async function fetchBidLevels(api: ApiClient, id: string, signal: AbortSignal): Promise<Rows<Order>> {
  const { rows, more } = await readPages(
    (cursor) =>
      api(throwing(listBidsOfCollection), { params: { id }, query: { take: PAGE_SIZE, ...cursor } }, { signal }),
    { maxPages: MAX_PAGES },
  )
  return { rows: rows.map(({ price, size }) => ({ price: BigInt(price), size: Number(size) })), more }
}

/** Fetches how many tokens each owner holds, most first. @throws ApiError */
export async function fetchHoldings(api: ApiClient, name: string, signal: AbortSignal): Promise<Rows<number>> {
  const { rows, more } = await readPages(
    (cursor) => api(listCollectionOwners, { params: { name }, query: { take: PAGE_SIZE, ...cursor } }, { signal }),
    { maxPages: MAX_PAGES },
  )
  return { rows: rows.map(({ held }) => Number(held)), more }
}

/** Fetches a collection's holding times. @throws ApiError */
export async function fetchHoldingTimes(api: ApiClient, id: string, signal: AbortSignal): Promise<HoldingTimes> {
  return api(getHoldingTimes, { params: { id } }, { signal })
}
