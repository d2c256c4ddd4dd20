import { sql } from 'kysely'
import { collectionOffersSql } from './offers-sql.ts'
import { type Reader, readRows } from './read-rows.ts'

/** All live collection offers at one price. */
export interface BidLevelRow {
  readonly priceOctas: bigint
  /** Tokens wanted at this price. */
  readonly size: bigint
  readonly bidders: bigint
  /** The bidders, at most twenty. */
  readonly buyers: readonly string[]
}

/** The ladder of a collection's live offers, best price first. @param page a page of levels, below a price. */
export function readBidLevels(
  reader: Reader,
  collectionId: string,
  page: { nowMicros: bigint; take: number; offset?: number; belowOctas?: bigint },
): Promise<readonly BidLevelRow[]> {
  const live = collectionOffersSql({ collectionId, liveAtSeconds: page.nowMicros / 1_000_000n })
  const below = page.belowOctas === undefined ? sql`` : sql`where "priceOctas" < ${page.belowOctas}`
  return readRows(
    reader,
    sql<BidLevelRow>`
    select "priceOctas", sum("remainingAmount") as size, count(distinct buyer) as bidders,
      (array_agg(distinct buyer))[1:20] as buyers
    from (${live}) as live ${below}
    group by "priceOctas" order by "priceOctas" desc limit ${page.take} offset ${page.offset ?? 0}`,
  )
}
