import { type BidItem, listUserBids } from '@opal/contract/bids'
import type { ApiClient } from '@opal/contract/client'
import { listUserTokens } from '@opal/contract/portfolio'
import { listPendingClaims, listSentOffers, type PendingClaim, type SentOffer } from '@opal/contract/portfolio/claims'
import {
  listUserCollectionDetails,
  listUserCollections,
  type PortfolioCollection,
} from '@opal/contract/portfolio/collections'
import { type ExitItem, MAX_EXIT_COSTS, planPortfolioExit } from '@opal/contract/portfolio/exit'
import { getUserPnl, type Lot, listUserLots, type PortfolioPnl } from '@opal/contract/portfolio/pnl'
import { listReservedListings, type ReservedListing } from '@opal/contract/portfolio/reserved-listings'
import { type Page, readPages, readParts } from '../../shared/realtime/read-pages.ts'
import { throwing } from '../../shared/realtime/throwing.ts'
import type { ExitScope } from './exit/exit-query.ts'
import type { ItemsChoice, ItemsPage } from './portfolio-query.ts'
import type { BidsChoice, LotsChoice } from './tabs/tab-queries.ts'
import type { MergedPage, WalletCursor } from './wallets/merge-items.ts'

/** @source docs/product/portfolio-and-pnl.md#page-sizes */
const PAGE_SIZE = 50
/** Rows that one call of the API returns at most. */
export const MAX_PAGE_SIZE = 100
/** @source docs/product/portfolio-and-pnl.md#page-sizes */
const CLAIMS_PAGE_SIZE = 100

type Signal = AbortSignal | undefined
const within = (signal: Signal) => (signal === undefined ? {} : { signal })

/** Returns the part of a query that selects a page of a list, of one collection or of all. */
function pageInput(cursor: string | null, collection: string | null = null, take = PAGE_SIZE) {
  return { take, ...(collection !== null && { collectionId: collection }), ...(cursor !== null && { cursor }) }
}

/** Fetches tokens of a wallet, escrowed ones included, for the server's loader and the browser alike. */
export function fetchItems(
  api: ApiClient,
  wallet: string,
  choice: ItemsChoice,
  cursor: string | null,
  signal?: Signal,
): Promise<ItemsPage> {
  const query = { ...itemsInput(choice), ...pageInput(cursor) }
  return api(listUserTokens, { params: { wallet }, query }, within(signal))
}

/** Fetches the next pages of several wallets' items, each most valuable first. @throws ApiError */
export async function fetchMergedItems(
  api: ApiClient,
  lists: readonly WalletCursor[],
  signal?: Signal,
): Promise<MergedPage> {
  const pages = await Promise.all(
    lists.map(async ({ wallet, cursor }) => {
      const query = { ...({ sortBy: 'value', order: 'desc', spam: 'hide' } as const), ...pageInput(cursor) }
      return { wallet, page: await api(listUserTokens, { params: { wallet }, query }, within(signal)) }
    }),
  )
  return {
    data: pages.flatMap(({ wallet, page }) => page.data.map((token) => ({ wallet, token }))),
    ends: pages.map(({ wallet, page }) => ({ wallet, cursor: page.nextCursor })),
  }
}

/** Most pages of rows that are fetched again alone: a wallet may hold thousands of editions of one token. */
const MAX_PAGES_OF_ROWS = 5

/**
 * Fetches some tokens again, all of their editions, under the same filters: those that no longer belong to the list are left out.
 * @returns null where they have too many rows.
 */
export async function fetchSomeItems(
  api: ApiClient,
  wallet: string,
  choice: ItemsChoice,
  tokenDataIds: readonly string[],
): Promise<ItemsPage['data'] | null> {
  const query = { ...itemsInput(choice), take: MAX_PAGE_SIZE, tokenDataId: [...tokenDataIds] }
  const { rows, more } = await readPages(
    (cursor) => api(listUserTokens, { params: { wallet }, query: { ...query, ...cursor } }),
    { maxPages: MAX_PAGES_OF_ROWS },
  )
  return more ? null : rows
}

function itemsInput({ filter, collection, marketplaces, sort, order, spam }: ItemsChoice) {
  return {
    type: filter,
    sortBy: sort,
    order,
    spam,
    ...(collection !== null && { collectionId: collection }),
    ...(marketplaces.length > 0 && { marketplace: [...marketplaces] }),
  }
}

/** Zeros when it fails. @source docs/product/portfolio-and-pnl.md#summary */
export function fetchSummary(api: ApiClient, wallet: string, signal?: Signal): Promise<PortfolioPnl> {
  return api(getUserPnl, { params: { wallet } }, within(signal))
}

/** Fetches a page of the collections that a wallet holds something of. @throws ApiError */
export function fetchCollections(
  api: ApiClient,
  wallet: string,
  search: string,
  cursor: string | null,
  signal?: Signal,
): Promise<Page<PortfolioCollection>> {
  const query = { spam: 'hide' as const, ...(search !== '' && { search }), ...pageInput(cursor) }
  return api(listUserCollections, { params: { wallet }, query }, within(signal))
}

/** Fetches a page of a wallet's bids, newest first, or of the bids for what it holds. @throws ApiError */
export function fetchBids(
  api: ApiClient,
  wallet: string,
  { type, sort, collection }: BidsChoice,
  cursor: string | null,
  signal: Signal,
): Promise<Page<BidItem>> {
  const query = {
    type,
    sortBy: type === 'received' ? sort : ('date' as const),
    ...pageInput(cursor, collection),
  }
  return api(throwing(listUserBids), { params: { wallet }, query }, within(signal))
}

/** Fetches a page of what a wallet bought, minted and sold. @throws ApiError */
export function fetchLots(
  api: ApiClient,
  wallet: string,
  { lots, cost, collection }: LotsChoice,
  cursor: string | null,
  signal: Signal,
): Promise<Page<Lot>> {
  const query = { state: lots, cost, ...pageInput(cursor, collection) }
  return api(listUserLots, { params: { wallet }, query }, within(signal))
}

/**
 * Fetches a page of what others set aside for a wallet. A failure is logged, and thrown on: no answer is not 'No Offers'.
 * @source docs/product/portfolio-and-pnl.md#offers-to-claim
 */
export async function fetchClaims(
  api: ApiClient,
  wallet: string,
  collection: string | null,
  cursor: string | null,
  signal: Signal,
): Promise<Page<PendingClaim>> {
  const query = pageInput(cursor, collection, CLAIMS_PAGE_SIZE)
  try {
    return await api(throwing(listPendingClaims), { params: { wallet }, query }, within(signal))
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: docs/product/portfolio-and-pnl.md#offers-to-claim
    if (signal?.aborted !== true) console.error('The offers could not be fetched.', error)
    throw error
  }
}

/** Fetches a page of what a wallet has sent and nobody has claimed, newest first. @throws ApiError */
export function fetchSent(
  api: ApiClient,
  wallet: string,
  collection: string | null,
  cursor: string | null,
  signal: Signal,
): Promise<Page<SentOffer>> {
  const query = pageInput(cursor, collection, CLAIMS_PAGE_SIZE)
  return api(listSentOffers, { params: { wallet }, query }, within(signal))
}

/** Fetches a page of the listings that are reserved for a wallet, cheapest first. @throws ApiError */
export function fetchReserved(
  api: ApiClient,
  wallet: string,
  collection: string | null,
  cursor: string | null,
  signal: Signal,
): Promise<Page<ReservedListing>> {
  const query = pageInput(cursor, collection)
  return api(listReservedListings, { params: { wallet }, query }, within(signal))
}

/** Proceeds of the most valuable items of some wallets if they were sold now. */
export interface Exit {
  /** Most valuable first. */
  readonly data: readonly ExitItem[]
  /** All that the wallets hold. */
  readonly total: number
  /** Octas that the best 1, 2, 3 ... sales bring together. */
  readonly proceeds: readonly string[]
}

/** Fetches what some wallets would get for their items now. @throws ApiError */
export function fetchExit(
  api: ApiClient,
  { wallets, collection, least, costs }: ExitScope,
  signal: Signal,
): Promise<Exit> {
  const body = {
    wallets: [...wallets],
    leastOfCost: Number(least),
    ...(collection !== null && { collectionId: collection }),
    costs: costs.slice(-MAX_EXIT_COSTS).map(({ wallet, ...cost }) => ({ ...cost, walletAddress: wallet })),
  }
  return api(planPortfolioExit, { body }, within(signal))
}

/** Most collections of one call. @source contract, portfolio list-user-collection-details */
const MAX_FLOORS = 100

/** Lowest prices of a collection in octas; null where nothing is for sale. */
export interface Floors {
  readonly floor: bigint | null
  /** Of the wallet's own listings alone. */
  readonly own: bigint | null
  /** Version at which the listing at the floor was placed or last changed. */
  readonly version: bigint | null
}

/** Fetches the floors of collections that a wallet holds something of, by collection. @throws ApiError */
export async function fetchFloors(
  api: ApiClient,
  wallet: string,
  collectionIds: readonly string[],
  signal: Signal,
): Promise<ReadonlyMap<string, Floors>> {
  const answers = await readParts(collectionIds, MAX_FLOORS, (ids) =>
    api(listUserCollectionDetails, { params: { wallet }, body: { collectionIds: ids } }, within(signal)),
  )
  const integer = (text: string | null) => (text === null ? null : BigInt(text))
  return new Map(
    answers.flatMap(({ data }) =>
      data.map(
        ({ collectionId, floorPrice, ownFloor, floorVersion }) =>
          [
            collectionId,
            { floor: integer(floorPrice), own: integer(ownFloor), version: integer(floorVersion) },
          ] as const,
      ),
    ),
  )
}
