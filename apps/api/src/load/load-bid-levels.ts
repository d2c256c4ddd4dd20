import type { BidLevel } from '@opal/contract/bids'
import { readBidLevels } from '@opal/store/queries/orders/bid-book'
import * as z from 'zod'
import type { ApiContext } from '../context.ts'
import { cutPage, pageStart } from '../http/page.ts'
import { presentBidLevel } from '../present/present-bids.ts'
import { findCollection } from './find-collection.ts'

const place = z.tuple([z.string().regex(/^\d{1,40}$/)])

/** A page of a collection's ladder, best price first. @param collection id or slug. */
export async function loadBidLevels(
  context: ApiContext,
  collection: string,
  page: { page: number; take: number; cursor?: string | undefined },
): Promise<{ data: BidLevel[]; nextCursor: string | null }> {
  const collectionId = await findCollection(context, collection)
  const { after, offset } = pageStart(page, place)
  const found = await readBidLevels(context.store, collectionId, {
    nowMicros: context.nowMicros(),
    take: page.take + 1,
    ...(after && { belowOctas: BigInt(after[0]) }),
    ...(offset !== undefined && { offset }),
  })
  const { rows, nextCursor } = cutPage(found, page.take, (row) => [String(row.priceOctas)])
  return { data: rows.map(presentBidLevel), nextCursor }
}
