import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'

/** Gas may differ by this much, as a divisor, without being worth another question: a tenth. */
const GAS_TOLERANCE = 10n
/** ...or by this many octas, where gas is next to nothing. */
const GAS_FLOOR_OCTAS = 10_000n

/** Money that is shown and has to be as shown, to the octa. */
const MONEY = [
  ...(['priceOctas', 'sellerOctas', 'commissionOctas', 'royaltyOctas'] as const),
  ...(['placingFeeOctas', 'receivedOctas'] as const),
]

/** The parts of a purchase, none of which may be more than is shown. */
const COSTS = ['priceOctas', 'commissionOctas', 'royaltyOctas', 'placingFeeOctas'] as const

/**
 * Returns whether two quotes are the same: equal payloads, items and price limits, equal amounts to the octa, and no warning that was not shown. Gas
 * may differ a little, and the balance may have risen: strangers who send an octa to a wallet again and again must not prevent its trades.
 */
export function isSameQuote(shown: TradeAnswer, now: TradeAnswer): boolean {
  return (
    now.simulation?.success === shown.simulation?.success &&
    JSON.stringify(now.payload) === JSON.stringify(shown.payload) &&
    outcomeOf(now) === outcomeOf(shown) &&
    now.priceGuard === shown.priceGuard &&
    !isNewWarning(shown, now) &&
    MONEY.every((part) => now.split[part] === shown.split[part]) &&
    totalBesideGas(now) === totalBesideGas(shown) &&
    isNoLess(shown.split.balanceOctas, now.split.balanceOctas) &&
    isSimilarGas(gasAfterRefund(shown), gasAfterRefund(now))
  )
}

/**
 * Returns whether a purchase is the one that is shown and costs no more: the same items of the same marketplaces by the same call, none of them
 * dearer, also after what comes back to the buyer, such as an own royalty. Such a purchase is not confirmed again: a seller who lowers the price
 * by an octa again and again must not block it.
 */
export function isNoDearerPurchase(shown: TradeAnswer, now: TradeAnswer): boolean {
  return (
    now.simulation?.success === shown.simulation?.success &&
    functionOf(now) === functionOf(shown) &&
    now.priceGuard === shown.priceGuard &&
    JSON.stringify(now.items.map(tradedOf)) === JSON.stringify(shown.items.map(tradedOf)) &&
    now.items.every((item, at) => isNoMore(shown.items[at]?.priceOctas ?? null, item.priceOctas)) &&
    COSTS.every((part) => isNoMore(shown.split[part], now.split[part])) &&
    totalBesideGas(now) <= totalBesideGas(shown) &&
    netCost(now) <= netCost(shown) &&
    isNoLess(shown.split.balanceOctas, now.split.balanceOctas) &&
    isSimilarGas(gasAfterRefund(shown), gasAfterRefund(now))
  )
}

/** Returns whether a quote warns of something that the shown one did not, such as of an own bid that was placed since. */
export function isNewWarning(shown: TradeAnswer, { warning }: TradeAnswer): boolean {
  return warning !== undefined && warning.sentence !== shown.warning?.sentence
}

/** Returns the outcome of each item as a comparable string. */
function outcomeOf({ items }: TradeAnswer): string {
  return JSON.stringify(items.map((item) => [...tradedOf(item), item.priceOctas, item.sellerOctas]))
}

/** Returns what is bought, sold or listed, and where, or why not. */
function tradedOf({ tokenDataId, listing, marketplace, reason }: TradeItem) {
  return [tokenDataId, listing?.propertyVersion, marketplace, reason?.code]
}

function functionOf({ payload }: TradeAnswer): string | null {
  if (payload === null) return null
  return 'bytes' in payload ? payload.type : payload.function
}

/** Returns whether a price is as before or lower. One that is not known says nothing. */
function isNoMore(shown: string | null, now: string | null): boolean {
  return shown === null || now === null ? shown === now : BigInt(now) <= BigInt(shown)
}

/** Returns whether a balance is as before or higher. One that could not be read says nothing. */
function isNoLess(shown: string | null, now: string | null): boolean {
  return shown === null || now === null ? shown === now : BigInt(now) >= BigInt(shown)
}

/** Returns the octas that a trade takes apart from its gas. */
export function totalBesideGas({ split }: TradeAnswer): bigint {
  return BigInt(split.totalOctas) - BigInt(split.gasOctas)
}

/** Returns the octas that a purchase takes in the end: the chain holds it to them. */
function netCost(answer: TradeAnswer): bigint {
  return totalBesideGas(answer) - BigInt(answer.split.receivedOctas)
}

function gasAfterRefund({ split }: TradeAnswer): bigint {
  return BigInt(split.gasOctas) - BigInt(split.storageRefundOctas)
}

function isSimilarGas(shown: bigint, now: bigint): boolean {
  const allowed = shown / GAS_TOLERANCE > GAS_FLOOR_OCTAS ? shown / GAS_TOLERANCE : GAS_FLOOR_OCTAS
  return now - shown <= allowed
}
