import { sql } from 'kysely'
import { isSupportedBySales } from '../collections/estimate-sql.ts'
import { LAST_SALE } from '../orders/best-orders-sql.ts'
import { type UsualFloorOptions, usualFloorSql } from '../orders/usual-floor.ts'
import { type Reader, readRows } from '../read-rows.ts'
import { imageFactsSql } from '../tokens/metadata.ts'
import type { TokenRow } from '../tokens/read-tokens.ts'
import { type TokenHead, tokenHeadsSql } from '../tokens/token-heads.ts'

/** A token that may be sold, with what the plan shows of it. */
export type ExitToken = TokenHead & Pick<TokenRow, 'imageFacts' | 'collectionImage' | 'lastSaleOctas'>

/** Reads tokens by id, in any order; unknown ids are left out. */
export function readExitTokens(reader: Reader, ids: readonly string[]): Promise<readonly ExitToken[]> {
  return readRows(
    reader,
    sql<ExitToken>`${tokenHeadsSql(ids, {
      columns: sql`, ${imageFactsSql('ti')} as "imageFacts", cm.image as "collectionImage", s.price_octas as "lastSaleOctas"`,
      joins: sql`left join market.images ti on ti.src = tm.image left join market.metadata cm on cm.uri = c.uri
        left join lateral (${LAST_SALE}) s on true`,
    })}`,
  )
}

/** The usual floor of a collection. */
export interface OthersFloor {
  readonly octas: bigint
  /** False where neither a sale nor a bid is near it: who alone has something for sale asks any price. */
  readonly isSupported: boolean
}

/**
 * Reads the usual floor of sellers other than some wallets in some collections; collections without one are absent.
 * @param options.sellers the wallets whose listings do not count.
 */
export async function readOthersFloors(
  reader: Reader,
  collectionIds: readonly string[],
  options: UsualFloorOptions,
): Promise<ReadonlyMap<string, OthersFloor>> {
  const rows = await readRows(
    reader,
    sql<OthersFloor & { readonly collectionId: string }>`
    select wanted.id as "collectionId", floor.price_octas as octas, ${isSupportedBySales(sql`floor.price_octas`)} as "isSupported"
    from unnest(${[...collectionIds]}::text[]) as wanted (id)
    cross join lateral (${usualFloorSql(sql`wanted.id`, options)}) as floor
    join market.collection_stats s on s.collection_id = wanted.id`,
  )
  return new Map(rows.map(({ collectionId, ...floor }) => [collectionId, floor]))
}

/** Returns those of some tokens that their creator has frozen: they can be neither sold nor listed. Each is looked up in an index of frozen ones. */
export async function readFrozenTokens(reader: Reader, tokenDataIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await readRows(
    reader,
    sql<{ id: string }>`
    select wanted.id from unnest(${[...new Set(tokenDataIds)]}::text[]) as wanted (id)
    where (select true from chain.current_token_ownerships_v2 o
      where o.token_data_id = wanted.id and o.is_soulbound_v2 and o.amount > 0 limit 1)`,
  )
  return new Set(rows.map(({ id }) => id))
}
