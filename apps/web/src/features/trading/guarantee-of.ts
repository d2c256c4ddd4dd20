import type { TradeAnswer } from '@opal/contract/trading/trade'
import { formatAptExact } from '../../lib/format/apt.ts'
import type { MoneyStory } from './money-split-list.tsx'

/**
 * Says what the chain holds the signer to, gas left out, or that it does not. Null where nothing is bought or sold.
 * @see docs/reference/guarantees.md
 */
export function guaranteeOf(story: MoneyStory, { priceGuard, split }: TradeAnswer): string | null {
  if (priceGuard === null || (story !== 'buy' && story !== 'sell')) return null
  const isBought = story === 'buy'
  if (priceGuard === 'none') {
    const risk = isBought ? 'you may pay more' : 'you may get less'
    return `Nothing on chain holds this price: if it or a fee changes before the transaction is executed, ${risk}.`
  }
  const net = BigInt(split.receivedOctas) - BigInt(split.totalOctas) + BigInt(split.gasOctas)
  // The aggregator holds each item to its price, whatever else comes back to the buyer.
  const paid = priceGuard === 'aggregator' ? BigInt(split.priceOctas) : net < 0n ? -net : 0n
  const limit = isBought
    ? `You pay at most ${formatAptExact(paid)}`
    : `You get at least ${formatAptExact(net > 0n ? net : 0n)}`
  return `${limit}, gas left out. The transaction aborts otherwise.`
}
