import type { TradeAnswer } from '@opal/contract/trading/trade'
import { sumOctas } from '@opal/domain/prices/octas'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { formatAptExact } from '../../../shared/format/apt.ts'
import { isLeftForLater } from './left-for-later.ts'
import { moveOf } from './quote-change.ts'

/** The sum of a page may be an estimate: a difference is said from this part of it on, as a divisor. */
const WORTH_A_NOTE = 100n

/**
 * Says how the first quote of a request is worse than what the page with the button showed. A bid that was withdrawn or a royalty that was
 * raised in between surprises the user as much as a quote that changes. Null where the quote is no worse, or the page showed no amount.
 */
export function worseThanShown(request: TradeRequest, answer: TradeAnswer): string | null {
  if ((request.kind !== 'accept-bid' && request.kind !== 'sweep') || request.shownOctas === undefined) return null
  const shown = BigInt(request.shownOctas)
  if (request.kind === 'sweep') return dearerSweep(shown, request.criteria.count, answer)
  const now = proceedsOf(answer)
  return isWorthANote(shown - now, shown) ? `What you receive ${moveOf(String(shown), String(now))}.` : null
}

/** Says that a sweep costs more, or as much for fewer items, whose cheapest are gone; null where each item costs no more on average. */
function dearerSweep(shown: bigint, count: number | undefined, { items, split }: TradeAnswer): string | null {
  const now = BigInt(split.priceOctas)
  const bought = items.filter(({ reason }) => reason === null).length
  const wanted = count ?? bought
  const ofAll = shown * BigInt(bought)
  if (!isWorthANote(now * BigInt(wanted) - ofAll, ofAll)) return null
  if (bought < wanted) return `Only ${bought} of ${wanted} items can be bought now, for ${formatAptExact(now)}.`
  return `What you pay ${moveOf(String(shown), String(now))}.`
}

/** Returns whether a loss is large enough, relative to a sum, to be mentioned. */
function isWorthANote(worseBy: bigint, sum: bigint): boolean {
  return worseBy > 0n && worseBy * WORTH_A_NOTE >= sum
}

/** Returns the octas that the items of a sale bring, also those of later transactions. */
function proceedsOf(answer: TradeAnswer): bigint {
  const sold = answer.items.filter((item) => item.reason === null || isLeftForLater(item, answer))
  return sumOctas(sold.map(({ sellerOctas }) => BigInt(sellerOctas ?? 0)))
}
