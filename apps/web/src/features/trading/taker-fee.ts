import type { MarketplaceInfo } from '@opal/contract/endpoints/get-network'
import type { TradeItem } from '@opal/contract/shapes/trade'
import { roundToDecimals } from '../../lib/format/decimal.ts'

/** 1.5 percent. @source spec 001, section 9 "The default marketplace fee is 1.5 percent" */
const DEFAULT_FEE_BPS = 150
/** Octas x basis points have four decimals more than octas. */
const SCALE = 12
/** @source spec 001, section 9 "rounded to 4 decimals" */
const DECIMALS = 4

/**
 * The taker fee of what would be bought: each price times its marketplace's percentage, summed, rounded to four decimals of
 * one APT. It is part of the prices, never added to them.
 * @returns octas.
 * @source spec 001, section 9 "Royalty and fee by marketplace"
 */
export function takerFee(
  items: readonly Pick<TradeItem, 'marketplace' | 'priceOctas' | 'reason'>[],
  venues: readonly Pick<MarketplaceInfo, 'id' | 'feeBps'>[],
): bigint {
  const fees = items
    .filter((item) => item.reason === null)
    .map((item) => {
      const bps = venues.find(({ id }) => id === item.marketplace)?.feeBps ?? DEFAULT_FEE_BPS
      return BigInt(item.priceOctas ?? 0) * BigInt(bps)
    })
  const total = fees.reduce((sum, fee) => sum + fee, 0n)
  return roundToDecimals(total, SCALE, DECIMALS) * 10n ** BigInt(8 - DECIMALS)
}
