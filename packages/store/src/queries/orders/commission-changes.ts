import type { CommissionChange } from '@opal/domain/prices/commission'
import { sql } from 'kysely'
import type { CommissionChangeRow } from '../../schema/orders.ts'
import { type Reader, readRows } from '../read-rows.ts'

/** Reads every change of a commission that was seen on chain, by marketplace, oldest first. */
export async function readCommissionChanges(reader: Reader): Promise<ReadonlyMap<string, readonly CommissionChange[]>> {
  const rows = await readRows(
    reader,
    sql<CommissionChangeRow>`select * from market.commission_changes order by version, event_index`,
  )
  return Map.groupBy(rows.map(toChange), ({ marketplace }) => marketplace)
}

function toChange(row: CommissionChangeRow): CommissionChange {
  const announced = { numerator: row.announced_numerator, denominator: row.announced_denominator }
  return {
    marketplace: row.marketplace,
    version: row.version,
    eventIndex: row.event_index,
    atMicros: row.at_micros,
    rate: { numerator: row.numerator, denominator: row.denominator },
    fixedOctas: row.fixed_octas,
    announced: announced.denominator === 0n ? null : { rate: announced, fromSeconds: row.announced_from_seconds },
  }
}
