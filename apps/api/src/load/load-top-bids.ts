import type { CollectionTopBid } from '@opal/contract/bids'
import { readBestCollectionOffers } from '@opal/store/queries/orders/bid-book'
import type { ApiContext } from '../context.ts'
import { presentCollectionTopBid } from '../present/present-bids.ts'
import { findCollection } from './find-collection.ts'

/** The best live offers on a collection, best first. @param collection id or slug. */
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
