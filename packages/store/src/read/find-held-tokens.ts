import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRow, readRows } from './read-rows.ts'

export interface HeldTokensFilter {
  readonly holder: string
  readonly collectionId?: string
  /** Whether the holder has it listed. */
  readonly listed?: boolean
}

/** A place in a wallet's tokens: by collection, then token. */
export interface HeldToken {
  readonly collectionId: string
  readonly tokenDataId: string
  readonly propertyVersion: bigint
}

/** Tokens a wallet holds (in the product's eyes: what a listing holds in escrow is still its seller's), one page in order. */
export function findHeldTokens(
  reader: Reader,
  filter: HeldTokensFilter,
  page: { take: number; offset?: number; after?: HeldToken },
): Promise<readonly HeldToken[]> {
  const { after } = page
  const beyond = after
    ? sql`and (coalesce(h.collection_id, ''), h.token_data_id, h.property_version)
        > (${after.collectionId}, ${after.tokenDataId}, ${after.propertyVersion})`
    : sql``
  return readRows(
    reader,
    sql<HeldToken>`
    select coalesce(h.collection_id, '') as "collectionId", h.token_data_id as "tokenDataId",
      h.property_version as "propertyVersion"
    from market.token_holders h where ${where(filter)} ${beyond}
    order by coalesce(h.collection_id, ''), h.token_data_id, h.property_version
    limit ${page.take} offset ${page.offset ?? 0}`,
  )
}

/** How many tokens {@link findHeldTokens} finds over all pages. */
export async function countHeldTokens(reader: Reader, filter: HeldTokensFilter): Promise<number> {
  const row = await readRow(
    reader,
    sql<{ n: bigint }>`select count(*) as n from market.token_holders h where ${where(filter)}`,
  )
  return Number(row?.n ?? 0n)
}

function where(filter: HeldTokensFilter): RawBuilder<unknown> {
  const parts = [sql`h.holder = ${filter.holder} and h.amount > 0`]
  if (filter.collectionId !== undefined) parts.push(sql`and h.collection_id = ${filter.collectionId}`)
  if (filter.listed !== undefined) {
    const not = filter.listed ? sql`` : sql`not`
    parts.push(sql`and ${not} exists (select from market.listings l where l.token_data_id = h.token_data_id
      and l.seller = h.holder and l.state = 'open' and l.validity = 'valid')`)
  }
  return sql.join(parts, sql` `)
}
