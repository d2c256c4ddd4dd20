import type { TradeAnswer } from '@opal/contract/trading/trade'

/** Returns the octas that an answer shows to go, gas left out; negative for what it shows to come. */
export function shownCost({ split }: TradeAnswer): bigint {
  return BigInt(split.totalOctas) - BigInt(split.gasOctas) - BigInt(split.receivedOctas)
}
