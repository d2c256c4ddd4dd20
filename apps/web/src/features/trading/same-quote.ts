import type { TradeAnswer } from '@opal/contract/shapes/trade'

/** Gas may differ by this much, as a divisor, without being worth another question: a tenth. */
const GAS_TOLERANCE = 10n
/** ...or by this many octas, where gas is next to nothing. */
const GAS_FLOOR_OCTAS = 10_000n

/**
 * Would signing the second quote do what the first one showed? The call must be the same to the last argument and the
 * money the same to the last octa; gas, which the chain itself sets, may move a little.
 */
export function isSameQuote(shown: TradeAnswer, now: TradeAnswer): boolean {
  const money = ['priceOctas', 'sellerOctas', 'commissionOctas', 'royaltyOctas'] as const
  return (
    now.simulation?.success === shown.simulation?.success &&
    JSON.stringify(now.payload) === JSON.stringify(shown.payload) &&
    money.every((part) => now.split[part] === shown.split[part]) &&
    isSimilarGas(gasAfterRefund(shown), gasAfterRefund(now))
  )
}

function gasAfterRefund({ split }: TradeAnswer): bigint {
  return BigInt(split.gasOctas) - BigInt(split.storageRefundOctas)
}

function isSimilarGas(shown: bigint, now: bigint): boolean {
  const allowed = shown / GAS_TOLERANCE > GAS_FLOOR_OCTAS ? shown / GAS_TOLERANCE : GAS_FLOOR_OCTAS
  return now - shown <= allowed
}
