import type { BidItem } from '@opal/contract/bids'
import { type RoyaltyRow, readCollections, readRoyalties } from '@opal/store/queries/collections/read-collections'
import { type AnyOfferRow, findOffersMade, findOffersReceived } from '@opal/store/queries/orders/offers'
import { readTokens } from '@opal/store/queries/tokens/read-tokens'
import * as z from 'zod'
import type { ApiContext } from '../context.ts'
import { cutPage, pageStart } from '../http/page.ts'
import { presentBestExit } from '../present/present-best-exit.ts'
import { presentBidItem } from '../present/present-bids.ts'
import { toRate } from '../present/present-royalty.ts'

const place = z.tuple([z.string().regex(/^\d{1,18}$/), z.string().max(40), z.string().max(200)])

interface UserBidsQuery {
  readonly page: number
  readonly take: number
  readonly cursor?: string | undefined
  readonly collectionId?: string | undefined
  readonly type: 'made' | 'received'
}

/** A page of a wallet's offers, newest first. */
export async function loadUserBids(
  context: ApiContext,
  wallet: string,
  query: UserBidsQuery,
): Promise<{ data: BidItem[]; nextCursor: string | null }> {
  const found = await findOffers(context, wallet, query)
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [
    String(row.placedAtMicros),
    row.marketplace,
    row.offerId,
  ])
  return { data: await withTargets(context, rows, query.type === 'received'), nextCursor }
}

function findOffers(context: ApiContext, wallet: string, query: UserBidsQuery): Promise<readonly AnyOfferRow[]> {
  const { after, offset } = pageStart(query, place)
  const page = {
    take: query.take + 1,
    ...(after && { after: { placedAtMicros: BigInt(after[0]), marketplace: after[1], offerId: after[2] } }),
    ...(offset !== undefined && { offset }),
    ...(query.collectionId !== undefined && { collectionId: query.collectionId }),
  }
  if (query.type === 'made') return findOffersMade(context.store, wallet, page)
  return findOffersReceived(context.store, wallet, { ...page, nowMicros: context.nowMicros() })
}

async function withTargets(context: ApiContext, rows: readonly AnyOfferRow[], isReceived: boolean): Promise<BidItem[]> {
  const nowMicros = context.nowMicros()
  const tokenIds = [...new Set(rows.flatMap((row) => row.tokenDataId ?? []))]
  const collectionIds = [...new Set(rows.flatMap((row) => row.collectionId ?? []))]
  const [tokens, collections, royalties] = await Promise.all([
    readTokens(context.store, tokenIds, nowMicros),
    readCollections(context.store, collectionIds, { nowMicros, wallet: null }),
    isReceived ? readRoyalties(context.store, [...tokenIds, ...collectionIds]) : new Map<string, RoyaltyRow>(),
  ])
  return rows.flatMap((row) => {
    const token = tokens.find((one) => one.tokenDataId === row.tokenDataId)
    const collection = collections.find((one) => one.collectionId === row.collectionId)
    const item = presentBidItem(row, { token, collection }, context.marketplaces, nowMicros)
    if (item === null || !isReceived) return item ?? []
    const royalty = toRate(royalties.get(row.tokenDataId ?? '') ?? royalties.get(row.collectionId ?? ''))
    return { ...item, netOctas: presentBestExit(row, royalty, context.marketplaces)?.netOctas ?? null }
  })
}
