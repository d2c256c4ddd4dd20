import { buyingPoints } from '@opal/domain/rewards/season-points'
import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { compareRows, writeReplacement } from '../../driver/replace-rows.ts'
import type { SaleRow } from '../../schema/history.ts'
import { type PointsLedgerRow, pointsLedger } from '../../schema/points.ts'
import { definePhase } from '../define-phase.ts'
import { salesPhase } from '../history/sales.ts'
import { hourOf } from '../stats/collection-hours.ts'
import { washSalesPhase } from './fundings.ts'

type EarningSale = SaleRow & { readonly is_native: boolean }

/** Makes the points of sales that are written or flagged. Wash trades earn nothing. */
export const buyingPointsPhase = definePhase({
  name: 'buying-points',
  needs: { sales: salesPhase, washed: washSalesPhase },
  reads: ['market.sales', 'market.marketplaces', 'market.own_packages', 'chain.transactions'],
  readsBefore: ['market.points_ledger'],
  writes: ['market.points_ledger'],
  read: (db, { batch: { isWhole }, sales, washed }) =>
    readEarning(db, [...new Set([...sales.versions, ...washed.map(({ version }) => version)])], isWhole),
  compute: (_given, { sales, stored }) => compareRows(pointsLedger, stored, sales.map(toRow)),
  write: (db, replacement) => [writeReplacement(db, pointsLedger, replacement)],
})

/** Reads the earning sales of the given transactions, and their points as the ledger has them. */
async function readEarning(
  db: Executor,
  versions: readonly bigint[],
  isNew = false,
): Promise<{ readonly sales: readonly EarningSale[]; readonly stored: readonly PointsLedgerRow[] }> {
  if (versions.length === 0) return { sales: [], stored: [] }
  const [{ rows: sales }, { rows: stored }] = await Promise.all([
    sql<EarningSale>`
    select s.*, coalesce(v.is_native, false) as is_native
    from market.sales s
    left join market.marketplaces v on v.marketplace = s.marketplace
    where s.version = any(${versions}::bigint[]) and not s.is_wash
      and (v.is_native or (s.source = 'listing' and exists (
        select from chain.transactions t join market.own_packages p on starts_with(t.entry_function, p.package_address || '::')
        where t.version = s.version)))`.execute(db),
    isNew
      ? { rows: [] }
      : sql<PointsLedgerRow>`
    select l.* from unnest(${versions}::bigint[]) as sold (version) cross join lateral (
      select * from market.points_ledger where rule = 'buying' and version = sold.version offset 0
    ) l`.execute(db),
  ])
  return { sales, stored }
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
