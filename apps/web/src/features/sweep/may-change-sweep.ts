import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { LiveMessage } from '@opal/contract/live'
import { mayChangeAsks } from '../../entities/order/price-messages.ts'
import type { SweepAnswer } from './sweep-query.ts'

/**
 * Returns whether a message may change a sweep's quote: the floor or listings changed, names, traits or ranks by which it may be filtered did, a
 * token of the quote was listed otherwise, sold or moved, or another one is listed below the dearest of them. Anyone can cause messages about
 * other orders for next to nothing.
 * @param answer undefined until there is a quote.
 */
export function mayChangeSweep(
  message: LiveMessage,
  answer: Pick<SweepAnswer, 'items' | 'curve'> | undefined,
): boolean {
  if (message.kind === 'tokens_change') return true
  if (!mayChangeAsks(message)) return false
  if (message.kind !== 'activity') return true
  const { kind, tokenDataId, price } = message.activity
  if (answer === undefined || answer.items.some((item) => item.tokenDataId === tokenDataId)) return true
  if (kind !== 'list' && kind !== 'reprice') return false
  return price === null || answer.curve.length < MAX_TRADE_ITEMS || BigInt(price) < dearestOf(answer.curve)
}

/** Returns the price of the dearest token of a quote. */
function dearestOf(curve: SweepAnswer['curve']): bigint {
  const [last, before] = [curve.at(-1), curve.at(-2)].map((step) => BigInt(step?.costOctas ?? 0))
  return (last ?? 0n) - (before ?? 0n)
}
