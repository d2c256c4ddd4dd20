import type { PortfolioCollection } from '@opal/contract/portfolio'
import { toCollectionSlug } from '@opal/domain/tokens/collection-slug'
import {
  findPortfolioCollections,
  type PortfolioCollectionFilter,
  type PortfolioCollectionRow,
} from '@opal/store/queries/portfolio/portfolio-collections'
import type { SpamChoice } from '@opal/store/queries/portfolio/spam'
import * as z from 'zod'
import type { ApiContext } from '../context.ts'
import { cutPage, pageStart } from '../http/page.ts'
import { toText, toTextOrNull } from '../present/text.ts'

const place = z.tuple([z.string().regex(/^\d{1,40}$/), z.string().regex(/^0x[0-9a-f]{64}$/)])

interface PortfolioQuery {
  readonly page: number
  readonly take: number
  readonly cursor?: string | undefined
  readonly type?: 'listed' | 'none'
  readonly search?: string | undefined
  readonly spam?: SpamChoice
}

/** A page of the collections a wallet holds, most valuable first. */
export async function loadPortfolioCollections(
  { store }: ApiContext,
  holder: string,
  query: PortfolioQuery,
): Promise<{ data: PortfolioCollection[]; nextCursor: string | null }> {
  const { after, offset } = pageStart(query, place)
  const filter: PortfolioCollectionFilter = {
    holder,
    listedOnly: query.type === 'listed',
    ...(query.search && { search: query.search }),
    ...(query.spam && { spam: query.spam }),
  }
  const found = await findPortfolioCollections(store, filter, {
    take: query.take + 1,
    ...(after && { after: { valueOctas: BigInt(after[0]), collectionId: after[1] } }),
    ...(offset !== undefined && { offset }),
  })
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [String(row.valueOctas), row.collectionId])
  return { data: rows.map(presentPortfolioCollection), nextCursor }
}

/** What a wallet holds of one collection, as the contract shows it. */
export function presentPortfolioCollection(row: PortfolioCollectionRow): PortfolioCollection {
  return {
    collectionId: row.collectionId,
    name: row.name,
    image: row.image,
    isVerified: row.isVerified,
    slug: toCollectionSlug(row.name, row.collectionId),
    tokenStandard: row.tokenStandard,
    floorPrice: toTextOrNull(row.floorOctas),
    topBid: toTextOrNull(row.topBidOctas),
    listed: toText(row.listedCount),
    value: toText(row.valueOctas),
    tokenCount: toText(row.tokenCount),
    isSpam: row.isSpam,
  }
}
