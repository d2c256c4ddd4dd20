import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** Royalty of a token or a collection. */
export interface RoyaltyRow {
  readonly objectAddress: string
  readonly payeeAddress: string
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Royalties by token data id, object or collection; those without one are absent. */
export async function readRoyalties(
  reader: Reader,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, RoyaltyRow>> {
  if (addresses.length === 0) return new Map()
  const rows = await readRows(
    reader,
    sql<RoyaltyRow>`
    select object_address as "objectAddress", payee_address as "payeeAddress", numerator, denominator
    from chain.current_royalties where object_address = any(${[...addresses]}::text[])`,
  )
  return new Map(rows.map((row) => [row.objectAddress, row]))
}
