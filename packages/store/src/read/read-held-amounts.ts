import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** How many of each token a wallet holds, those in its own listings' escrow included; tokens it has none of are absent. */
export async function readHeldAmounts(
  reader: Reader,
  holder: string,
  tokenDataIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await readRows(
    reader,
    sql<{ tokenDataId: string; amount: bigint }>`
    select token_data_id as "tokenDataId", sum(amount) as amount from market.token_holders
    where holder = ${holder} and token_data_id = any(${[...tokenDataIds]}::text[]) and amount > 0
    group by token_data_id`,
  )
  return new Map(rows.map((row) => [row.tokenDataId, row.amount]))
}
