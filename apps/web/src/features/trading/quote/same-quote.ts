import type { TradeAnswer } from '@opal/contract/trading/trade'

/** Gas may differ by this much, as a divisor, without being worth another question: a tenth. */
const GAS_TOLERANCE = 10n
/** ...or by this many octas, where gas is next to nothing. */
const GAS_FLOOR_OCTAS = 10_000n

/** Money that is shown and has to be as shown, to the octa. */
const MONEY = ['priceOctas', 'sellerOctas', 'commissionOctas', 'royaltyOctas', 'receivedOctas', 'balanceOctas'] as const

/**
 * Would signing the second quote do what the first one showed? The call must be the same to the last argument, the same
 * items must be left out, and the money the same to the last octa, the balance included; gas, which the chain itself sets,
 * may move a little.
 */
export function isSameQuote(shown: TradeAnswer, now: TradeAnswer): boolean {
  return (
    now.simulation?.success === shown.simulation?.success &&
    JSON.stringify(now.payload) === JSON.stringify(shown.payload) &&
    outcomeOf(now) === outcomeOf(shown) &&
    MONEY.every((part) => now.split[part] === shown.split[part]) &&
    totalBesideGas(now) === totalBesideGas(shown) &&
    isSimilarGas(gasAfterRefund(shown), gasAfterRefund(now))
  )
}

/** What becomes of each item, and for how much. */
function outcomeOf({ items }: TradeAnswer): string {
  return JSON.stringify(
    items.map((item) => [item.tokenDataId, item.marketplace, item.priceOctas, item.sellerOctas, item.reason?.code]),
  )
}

function totalBesideGas({ split }: TradeAnswer): bigint {
  return BigInt(split.totalOctas) - BigInt(split.gasOctas)
}

function gasAfterRefund({ split }: TradeAnswer): bigint {
  return BigInt(split.gasOctas) - BigInt(split.storageRefundOctas)
}

function isSimilarGas(shown: bigint, now: bigint): boolean {
  const allowed = shown / GAS_TOLERANCE > GAS_FLOOR_OCTAS ? shown / GAS_TOLERANCE : GAS_FLOOR_OCTAS
  return now - shown <= allowed
}
