import { type Reader, readRows } from './read-rows.ts'
import { type TokenRow, tokensSql } from './token-sql.ts'

export type { TokenRow } from './token-sql.ts'

/**
 * Tokens by id with owner, listing, last sale and best bids, in the order of the ids; unknown ids are left out.
 * @param notBuyer whose own offers are left out of the best bids; null for nobody's.
 */
export async function readTokens(
  reader: Reader,
  ids: readonly string[],
  nowMicros: bigint,
  notBuyer: string | null = null,
): Promise<readonly TokenRow[]> {
  if (ids.length === 0) return []
  const rows = await readRows(reader, tokensSql(ids, nowMicros / 1_000_000n, notBuyer))
  const byId = new Map(rows.map((row) => [row.tokenDataId, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
