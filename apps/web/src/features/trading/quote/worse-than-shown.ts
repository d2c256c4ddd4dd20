import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { moveOf } from './quote-change.ts'

/** The sum of a page may be an estimate: a difference is said from this part of it on, as a divisor. */
const WORTH_A_NOTE = 100n

/**
 * Says how the first quote of a request is worse than what the page with the button said: what happened in between, such as a bid that was
 * withdrawn or a royalty that was raised, is as unexpected as a change of a quote. Null where it is no worse, or the page said nothing.
 * @param isLeft returns whether an item is left to a later transaction.
 */
export function worseThanShown(
  request: TradeRequest,
  answer: TradeAnswer,
  isLeft: (item: TradeItem, answer: TradeAnswer) => boolean,
): string | null {
  if ((request.kind !== 'accept-bid' && request.kind !== 'sweep') || request.shownOctas === undefined) return null
  const isSale = request.kind === 'accept-bid'
  const shown = BigInt(request.shownOctas)
  const now = isSale ? proceedsOf(answer, isLeft) : BigInt(answer.split.priceOctas)
  const worseBy = isSale ? shown - now : now - shown
  if (worseBy <= 0n || worseBy * WORTH_A_NOTE < shown) return null
  return `What you ${isSale ? 'receive' : 'pay'} ${moveOf(String(shown), String(now))}.`
}

/** Returns the octas that the items of a sale bring, also those of later transactions. */
function proceedsOf(answer: TradeAnswer, isLeft: (item: TradeItem, answer: TradeAnswer) => boolean): bigint {
  const sold = answer.items.filter((item) => item.reason === null || isLeft(item, answer))
  return sold.reduce((sum, { sellerOctas }) => sum + BigInt(sellerOctas ?? 0), 0n)
}
