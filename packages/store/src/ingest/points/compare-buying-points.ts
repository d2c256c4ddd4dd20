import { buyingPoints } from '@opal/domain/rewards/season-points'
import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'
import { compareRows, type Replacement, writeReplacement } from '../../rows/replace-rows.ts'
import { type PointsLedgerRow, pointsLedger } from '../../tables/points-ledger.ts'
import type { SaleRow } from '../../tables/sales.ts'
import { hourOf } from '../stats/collection-hours.ts'

type EarningSale = SaleRow & { readonly is_native: boolean }

/** Makes the points of the sales in the given transactions again. */
export async function refreshBuyingPoints(at: Statements, versions: readonly bigint[]): Promise<void> {
  await writeReplacement(at, pointsLedger, await compareBuyingPoints(at, versions))
}

/** The points of the stored sales in the given transactions, beside those in the ledger. Wash trades earn nothing. */
export async function compareBuyingPoints(
  at: Statements,
  versions: readonly bigint[],
): Promise<Replacement<PointsLedgerRow>> {
  if (versions.length === 0) return compareRows(pointsLedger, [], [])
  const [{ rows: sales }, { rows: stored }] = await Promise.all([
    sql<EarningSale>`
    select s.*, coalesce(v.is_native, false) as is_native
    from market.sales s
    left join market.venues v on v.marketplace = s.marketplace
    where s.version = any(${versions}::bigint[]) and not s.is_wash
      and (v.is_native or (s.source = 'listing' and exists (
        select from chain.transactions t join market.own_packages p on starts_with(t.entry_function, p.package_address || '::')
        where t.version = s.version)))`.execute(at),
    sql<PointsLedgerRow>`
    select l.* from unnest(${versions}::bigint[]) as sold (version) cross join lateral (
      select * from market.points_ledger where rule = 'buying' and version = sold.version offset 0
    ) l`.execute(at),
  ])
  return compareRows(pointsLedger, stored, sales.map(toRow))
}

function toRow(sale: EarningSale): PointsLedgerRow {
  return {
    wallet: sale.buyer,
    rule: 'buying',
    collection_id: sale.collection_id,
    marketplace: sale.marketplace,
    order_id: sale.order_id,
    version: sale.version,
    event_index: sale.event_index,
    first_hour_micros: hourOf(sale.at_micros),
    last_hour_micros: hourOf(sale.at_micros),
    price_octas: sale.price_octas,
    floor_octas: null,
    size: 1n,
    points_micros: buyingPoints(sale.price_octas, sale.is_native),
  }
}
