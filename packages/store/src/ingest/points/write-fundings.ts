import type { StateChanges } from '@opal/domain/state-changes'
import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'
import type { FundingRow } from '../../tables/fundings.ts'
import { refreshBuyingPoints } from './compare-buying-points.ts'
import { fundingsOf } from './fundings-of.ts'

/** Remembers who first funded whom, and flags the sales between the two that came later; those earn nothing then. */
export async function writeFundings(at: Statements, batch: readonly StateChanges[]): Promise<void> {
  const found = earliest(batch.flatMap(fundingsOf))
  if (found.length === 0) return
  const { rows } = await sql<FundingRow>`
    insert into market.fundings as stored (payer, payee, version)
    select * from unnest(${found.map((row) => row.payer)}::text[], ${found.map((row) => row.payee)}::text[],
      ${found.map((row) => row.version)}::bigint[])
    on conflict (payer, payee) do update set version = excluded.version where excluded.version < stored.version
    returning payer, payee, version`.execute(at)
  if (rows.length > 0) await flagSales(at, rows)
}

async function flagSales(at: Statements, pairs: readonly FundingRow[]): Promise<void> {
  const [payers, payees] = [pairs.map((pair) => pair.payer), pairs.map((pair) => pair.payee)]
  const versions = pairs.map((pair) => pair.version)
  const { rows } = await sql<{ version: bigint }>`
    update market.sales s set is_wash = true
    from unnest(${[...payers, ...payees]}::text[], ${[...payees, ...payers]}::text[], ${[...versions, ...versions]}::bigint[])
      as pair (seller, buyer, version)
    where s.seller = pair.seller and s.buyer = pair.buyer and s.version > pair.version and not s.is_wash
    returning s.version`.execute(at)
  await refreshBuyingPoints(at, [...new Set(rows.map((row) => row.version))])
}

/** One row of each pair, the earliest. */
function earliest(rows: readonly FundingRow[]): readonly FundingRow[] {
  const first = new Map<string, FundingRow>()
  for (const row of rows) {
    const known = first.get(`${row.payer}/${row.payee}`)
    if (known === undefined || row.version < known.version) first.set(`${row.payer}/${row.payee}`, row)
  }
  return [...first.values()]
}
