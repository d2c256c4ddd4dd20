import type { TradeAnswer } from '@opal/contract/trading/trade'

/** What one marketplace keeps of the prices of a trade. */
export interface FeeRow {
  /** Null for several marketplaces together, or for none that is known. */
  readonly marketplace: string | null
  readonly octas: bigint
  /** Its rate in basis points; null where it is not one for all its items. */
  readonly bps: number | null
}

/**
 * The marketplaces' fees of a trade, one row each, of the very figures that the quote's split adds up; one row for all where
 * the items do not add up to it.
 */
export function feeRows({ items, split }: Pick<TradeAnswer, 'items' | 'split'>): readonly FeeRow[] {
  const traded = items.filter((item) => item.reason === null)
  const rows = [...Map.groupBy(traded, ({ marketplace }) => marketplace)].map(([marketplace, its]): FeeRow => {
    const octas = its.reduce(
      (sum, { commissionOctas, quantity }) => sum + BigInt(commissionOctas ?? 0) * BigInt(quantity),
      0n,
    )
    return { marketplace, octas, bps: rateOf(its) }
  })
  const total = BigInt(split.commissionOctas)
  if (rows.length > 0 && rows.reduce((sum, { octas }) => sum + octas, 0n) === total) return rows
  return [{ marketplace: rows.length === 1 ? (rows[0]?.marketplace ?? null) : null, octas: total, bps: rateOf(traded) }]
}

function rateOf(items: readonly { readonly commissionBps: number | null }[]): number | null {
  const [first, ...others] = new Set(items.map(({ commissionBps }) => commissionBps))
  return others.length > 0 ? null : (first ?? null)
}
