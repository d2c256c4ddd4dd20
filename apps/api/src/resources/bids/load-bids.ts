import type { BidItem, BidLevel } from '@opal/contract/bids'
import type { CollectionTopBid, TokenTopBid } from '@opal/contract/bids/top-bids'
import { toSeconds } from '@opal/domain/time'
import { commissionPeriods } from '@opal/marketplaces/contracts/commission-of'
import { type RoyaltyRow, readCollectionHeads, readRoyalties } from '@opal/store/queries/collections/read-collections'
import { readBestCollectionOffers, readBestTokenOffers, readBidLevels } from '@opal/store/queries/orders/bid-book'
import {
  type AnyOfferRow,
  findOffersMade,
  type OfferPlace,
  type OfferSort,
  type PagedOfferRow,
} from '@opal/store/queries/orders/offers/offers'
import { findOffersReceived } from '@opal/store/queries/orders/offers/offers-received'
import { isInSet, readSetOffers, readShownEditions } from '@opal/store/queries/orders/offers/set-offers'
import { readTokenHeads } from '@opal/store/queries/tokens/token-heads'
import * as z from 'zod'
import type { ApiContext } from '../../context.ts'
import { cursorParts, cutPage, pageStart } from '../../http/routes/pagination.ts'
import { findCollection } from '../collections/find-collection.ts'
import { toRate } from '../collections/present-collection.ts'
import { loadWalletNames } from '../names/wallet-names.ts'
import { presentBestExit } from '../portfolio/load-held-tokens.ts'
import { loadSetLabels } from '../token-sets/set-conditions.ts'
import { presentBidItem, presentBidLevel, presentCollectionTopBid, presentTokenTopBid } from './present-bids.ts'

const bidLevelCursor = z.tuple([cursorParts.numeric])

/** Loads a page of a collection's bid levels, best price first. @param collection id or slug. */
export async function loadBidLevels(
  context: ApiContext,
  collection: string,
  page: { page: number; take: number; cursor?: string | undefined },
): Promise<{ data: BidLevel[]; nextCursor: string | null }> {
  const collectionId = await findCollection(context, collection)
  const { after, offset } = pageStart(page, bidLevelCursor)
  const found = await readBidLevels(context.store, collectionId, {
    nowMicros: context.nowMicros(),
    take: page.take + 1,
    ...(after && { belowOctas: BigInt(after[0]) }),
    ...(offset !== undefined && { offset }),
  })
  const { rows, nextCursor } = cutPage(found, page.take, (row) => [String(row.priceOctas)])
  return { data: rows.map(presentBidLevel), nextCursor }
}

/** Loads the best live offers on a collection, best first. @param collection id or slug. */
export async function loadTopBids(
  context: ApiContext,
  collection: string,
  options: { take: number; walletAddress?: string | undefined },
): Promise<CollectionTopBid[]> {
  const collectionId = await findCollection(context, collection)
  const rows = await readBestCollectionOffers(context.store, collectionId, {
    nowMicros: context.nowMicros(),
    take: options.take,
    ...(options.walletAddress !== undefined && { notBuyer: options.walletAddress }),
  })
  return rows.flatMap((row) => presentCollectionTopBid(row, collectionId, context.marketplaces) ?? [])
}

/** Loads the best live offer on each of some tokens, for it alone or for a set that it is in. @param notBuyer whose own offers are left out. */
export async function loadTokenTopBids(
  context: ApiContext,
  tokenDataIds: readonly string[],
  notBuyer: string | undefined,
): Promise<TokenTopBid[]> {
  const nowMicros = context.nowMicros()
  const editions = await readShownEditions(context.store, tokenDataIds)
  const filter = { liveAtSeconds: toSeconds(nowMicros), ...(notBuyer !== undefined && { notBuyers: [notBuyer] }) }
  const [onTokens, ofSets] = await Promise.all([
    readBestTokenOffers(context.store, tokenDataIds, { nowMicros, notBuyer }),
    readSetOffers(context.store, editions, filter),
  ])
  return tokenDataIds.map((id) => {
    const own = onTokens.find((offer) => offer.tokenDataId === id)
    const edition = editions.find((one) => one.tokenDataId === id)
    const inSet = edition === undefined ? undefined : ofSets.offers.find((offer) => isInSet(offer, edition, ofSets))
    const isOfSet = inSet !== undefined && (own === undefined || inSet.priceOctas > own.priceOctas)
    return presentTokenTopBid(id, isOfSet ? inSet : own)
  })
}

const offerKey = [z.string().max(40), z.string().max(200), z.enum(['token', 'collection'])] as const
const userBidCursors = {
  date: z.tuple([cursorParts.bigint, ...offerKey]),
  // These name their order, so that a list rejects the cursor of another.
  price: z.tuple([cursorParts.numeric, ...offerKey, z.literal('price')]),
  net: z.tuple([cursorParts.numeric, ...offerKey, z.literal('net')]),
}

interface UserBidsQuery {
  readonly page: number
  readonly take: number
  readonly cursor?: string | undefined
  readonly collectionId?: string | undefined
  readonly type: 'made' | 'received'
  readonly sortBy: OfferSort
}

/** Loads a page of a wallet's offers. */
export async function loadUserBids(
  context: ApiContext,
  wallet: string,
  query: UserBidsQuery,
): Promise<{ data: BidItem[]; nextCursor: string | null }> {
  const found = await findOffers(context, wallet, query)
  const { rows, nextCursor } = cutPage(found, query.take, ({ sortValue, marketplace, offerId, tokenDataId }) => {
    const place = [String(sortValue), marketplace, offerId, tokenDataId === null ? 'collection' : 'token']
    return query.sortBy === 'date' ? place : [...place, query.sortBy]
  })
  return { data: await withTargets(context, rows, query.type === 'received'), nextCursor }
}

function findOffers(context: ApiContext, wallet: string, query: UserBidsQuery): Promise<readonly PagedOfferRow[]> {
  const { sortBy } = query
  const { after, offset } = pageStart(query, userBidCursors[sortBy])
  const page = {
    sortBy,
    take: query.take + 1,
    ...(after && { after: placeOf(after) }),
    ...(offset !== undefined && { offset }),
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
    ...(sortBy === 'net' && { commissions: commissionsOf(context) }),
  }
  if (query.type === 'made') return findOffersMade(context.store, wallet, page)
  return findOffersReceived(context.store, wallet, { ...page, nowMicros: context.nowMicros() })
}

function placeOf([value, marketplace, offerId, kind]: z.output<(typeof userBidCursors)[OfferSort]>): OfferPlace {
  return { value: BigInt(value), marketplace, offerId, isOnToken: kind === 'token' }
}

function commissionsOf({ marketplaces }: ApiContext) {
  return marketplaces.flatMap(({ adapter, contracts }) =>
    commissionPeriods(contracts).map((period) => ({ marketplace: adapter.id, ...period })),
  )
}

async function withTargets(context: ApiContext, rows: readonly AnyOfferRow[], isReceived: boolean): Promise<BidItem[]> {
  const nowMicros = context.nowMicros()
  const tokenIds = [...new Set(rows.flatMap((row) => row.tokenDataId ?? []))]
  const collectionIds = [...new Set(rows.flatMap((row) => row.collectionId ?? []))]
  const [tokens, collections, royalties, { names }, labelOf] = await Promise.all([
    readTokenHeads(context.store, tokenIds),
    readCollectionHeads(context.store, collectionIds),
    isReceived ? readRoyalties(context.store, [...tokenIds, ...collectionIds]) : new Map<string, RoyaltyRow>(),
    loadWalletNames(
      context,
      rows.map(({ buyer }) => buyer),
    ),
    loadSetLabels(context, rows),
  ])
  return rows.flatMap((row) => {
    const token = tokens.find((one) => one.tokenDataId === row.tokenDataId)
    const collection = collections.find((one) => one.collectionId === row.collectionId)
    const shared = { marketplaces: context.marketplaces, nowMicros, names, labelOf }
    const item = presentBidItem(row, { token, collection }, shared)
    if (item === null || !isReceived) return item ?? []
    const royalty = toRate(royalties.get(row.tokenDataId ?? '') ?? royalties.get(row.collectionId ?? ''))
    return { ...item, netOctas: presentBestExit(row, royalty, context.marketplaces)?.netOctas ?? null }
  })
}
