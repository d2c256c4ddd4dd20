import type { TradeAnswer } from '@opal/contract/trading/trade'
import { sumOctas } from '@opal/domain/prices/octas'

/** The fee of one marketplace in a trade. */
export interface FeeRow {
  /** Null for several marketplaces together, or for none that is known. */
  readonly marketplace: string | null
  readonly octas: bigint
  /** Its rate in basis points; null where it is not one for all its items. */
  readonly bps: number | null
}

/**
 * Returns the marketplaces' fees of a trade, one row each, of the same amounts that the quote's split adds up; one row for all
 * where the items do not add up to it.
 */
export function feeRows({ items, split }: Pick<TradeAnswer, 'items' | 'split'>): readonly FeeRow[] {
  const traded = items.filter((item) => item.reason === null)
  const rows = [...Map.groupBy(traded, ({ marketplace }) => marketplace)].map(([marketplace, its]): FeeRow => {
    const octas = sumOctas(its.map(({ commissionOctas, quantity }) => BigInt(commissionOctas ?? 0) * BigInt(quantity)))
    return { marketplace, octas, bps: commonRate(its.map(({ commissionBps }) => commissionBps)) }
  })
  const total = BigInt(split.commissionOctas)
  if (rows.length > 0 && sumOctas(rows.map(({ octas }) => octas)) === total) return rows
  const bps = commonRate(traded.map(({ commissionBps }) => commissionBps))
  return [{ marketplace: rows.length === 1 ? (rows[0]?.marketplace ?? null) : null, octas: total, bps }]
}

/** Returns the rate of all items in basis points; null where they differ, or have none. */
export function commonRate(rates: readonly (number | null)[]): number | null {
  const [first, ...others] = new Set(rates)
  return others.length > 0 ? null : (first ?? null)
}
