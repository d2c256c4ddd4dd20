import { type Charge, chargeAt, commissionAt } from '@opal/domain/prices/commission'
import { applyRate, type Rate } from '@opal/domain/prices/rates'
import { MICROS_PER_SECOND } from '@opal/domain/time'
import type { MarketplaceContracts } from '../adapter.ts'

/** Inputs of a sale's commission: its price, and when the filled order was placed; null for an order placed now. */
export interface CommissionedOrder {
  readonly priceOctas: bigint
  readonly placedAtMicros: bigint | null
}

/**
 * Returns what a marketplace takes of a sale now: by the last event of its fee schedule, else by configuration. Orders of our own
 * package store the rate of when they were placed and are settled at the lower of the two.
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

/** Commission that a marketplace takes now of orders placed in a period, which ends where the next begins. */
export interface CommissionPeriod {
  readonly fromMicros: bigint
  /** The lowest of them is taken. */
  readonly charges: readonly [placed: Charge, now: Charge]
}

/** Returns the commissions of all orders, as {@link commissionOf} answers them one by one: by when the orders were placed, oldest first. */
export function commissionPeriods(contracts: MarketplaceContracts): readonly CommissionPeriod[] {
  const { commission, commissionHistory, hasGuardedCalls = false } = contracts
  const configured: Charge = { rate: commission, fixedOctas: null }
  if (commissionHistory === undefined) return [{ fromMicros: 0n, charges: [configured, configured] }]
  const { changes, nowMicros } = commissionHistory
  const at = (micros: bigint) => chargeAt(changes, micros) ?? configured
  const now = at(nowMicros)
  if (!hasGuardedCalls) return [{ fromMicros: 0n, charges: [now, now] }]
  const moments = changes.flatMap(({ atMicros, announced }) =>
    announced === null ? [atMicros] : [atMicros, announced.fromSeconds * MICROS_PER_SECOND],
  )
  return [...new Set([0n, ...moments])]
    .toSorted((a, b) => Number(a - b))
    .map((fromMicros) => ({ fromMicros, charges: [at(fromMicros), now] }))
}
