import { commissionAt } from '@opal/domain/prices/commission'
import { applyRate, type Rate } from '@opal/domain/prices/rates'
import type { MarketplaceContracts } from '../adapter.ts'

/** Inputs of a sale's commission: its price, and when the filled order was placed; null for an order placed now. */
export interface CommissionedOrder {
  readonly priceOctas: bigint
  readonly placedAtMicros: bigint | null
}

/**
 * Returns what a marketplace takes of a sale now: by the last event of its fee schedule, else by configuration. Orders of our own
 * package remember the rate of their day and are settled at the lower of the two.
 * @source contracts/marketplace fee_schedule::commission_of_order
 */
export function commissionOf(contracts: MarketplaceContracts, { priceOctas, placedAtMicros }: CommissionedOrder): Rate {
  const { commission, commissionHistory, hasGuardedCalls = false } = contracts
  if (commissionHistory === undefined) return commission
  const { changes, nowMicros } = commissionHistory
  const rateAt = (micros: bigint) => commissionAt(changes, priceOctas, micros) ?? commission
  const now = rateAt(nowMicros)
  if (placedAtMicros === null || !hasGuardedCalls) return now
  const placed = rateAt(placedAtMicros)
  return applyRate(priceOctas, placed) < applyRate(priceOctas, now) ? placed : now
}
