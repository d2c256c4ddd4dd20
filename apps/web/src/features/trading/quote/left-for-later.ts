import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'

/** Code of the items that the API leaves to further transactions. */
const LEFT_FOR_LATER = 'one-at-a-time'

/** Returns whether an item is left to a later transaction. Where none can be traded, being left is a refusal. */
export function isLeftForLater(item: TradeItem | undefined, answer: TradeAnswer | null): boolean {
  return item?.reason?.code === LEFT_FOR_LATER && answer?.items.some(({ reason }) => reason === null) === true
}
