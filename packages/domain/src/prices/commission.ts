import { MICROS_PER_SECOND } from '../time.ts'
import type { Rate } from './rates.ts'

/** Commission of a marketplace from one moment on, as its contract states it. */
export interface CommissionChange {
  readonly marketplace: string
  readonly version: bigint
  readonly eventIndex: number
  readonly atMicros: bigint
  /** Part of the price that is taken; not used where a fixed amount is. */
  readonly rate: Rate
  /** Octas that are taken of every sale in place of a part; null where a part is. */
  readonly fixedOctas: bigint | null
  /** A rate that follows without another event; null for none. */
  readonly announced: { readonly rate: Rate; readonly fromSeconds: bigint } | null
}

/** Commission of a sale: a part of its price, or a fixed amount. */
export type Charge = Pick<CommissionChange, 'rate' | 'fixedOctas'>

/** Returns the charge at a moment; null where no change is known by then. @param changes of one marketplace, oldest first. */
export function chargeAt(changes: readonly CommissionChange[], atMicros: bigint): Charge | null {
  const change = changes.findLast((each) => each.atMicros <= atMicros)
  if (change === undefined) return null
  const { announced, rate, fixedOctas } = change
  const isAnnouncedNow = announced !== null && atMicros >= announced.fromSeconds * MICROS_PER_SECOND
  return { rate: isAnnouncedNow ? announced.rate : rate, fixedOctas }
}

/**
 * Returns the commission of a price at a moment as a rate of that price; null where no change is known by then.
 * @param changes of one marketplace, oldest first.
 */
export function commissionAt(changes: readonly CommissionChange[], priceOctas: bigint, atMicros: bigint): Rate | null {
  const charge = chargeAt(changes, atMicros)
  if (charge === null || charge.fixedOctas === null) return charge?.rate ?? null
  return { numerator: charge.fixedOctas, denominator: priceOctas }
}
