import { type Rate, toBps } from '@opal/domain/prices/rates'
import type { RoyaltyRow } from '@opal/store/queries/collections/read-collections'

export interface PresentedRoyalty {
  readonly royaltyBps: number
  readonly royaltyPayee: string
}

/** A royalty as the contract shows it. */
export function presentRoyalty(row: RoyaltyRow): PresentedRoyalty {
  return { royaltyBps: toBps(toRate(row)), royaltyPayee: row.payeeAddress }
}

/** No royalty at all. */
const NO_RATE: Rate = { numerator: 0n, denominator: 1n }

/** The rate of a royalty row; none without a row. */
export function toRate(row: RoyaltyRow | undefined): Rate {
  return row === undefined ? NO_RATE : { numerator: row.numerator, denominator: row.denominator }
}
