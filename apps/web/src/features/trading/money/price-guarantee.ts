import type { TradeAnswer } from '@opal/contract/trading/trade'
import { formatAptExact } from '../../../shared/format/apt.ts'

/**
 * Says what the chain holds the signer to, gas left out, or that it does not; null where the API does not know.
 * @see docs/reference/guarantees.md
 */
export function priceGuarantee(
  flow: 'buy' | 'sell',
  isBestEffort: boolean,
  { priceGuard, split }: TradeAnswer,
): string | null {
  if (priceGuard === null) return null
  const isBought = flow === 'buy'
  if (priceGuard === 'none') {
    const risk = isBought ? 'you may pay more' : 'you may get less'
    return `This price isn’t locked on-chain: if it or a fee changes before the transaction executes, ${risk}.`
  }
  const net = BigInt(split.receivedOctas) - BigInt(split.totalOctas) + BigInt(split.gasOctas)
  // The aggregator limits the price of each item; money that comes back to the buyer does not count.
  const paid = priceGuard === 'aggregator' ? BigInt(split.priceOctas) : net < 0n ? -net : 0n
  const limit = isBought
    ? `You pay at most ${formatAptExact(paid)}`
    : `You receive at least ${formatAptExact(net > 0n ? net : 0n)}`
  // Only the aggregator can leave items out, and those of other marketplaces only where it can check them on chain.
  const otherwise =
    isBestEffort && priceGuard === 'aggregator'
      ? 'Items that sell out or cost more by then are left out, or the whole transaction fails.'
      : 'Otherwise the transaction fails.'
  return `${limit}, ${isBought ? 'plus' : 'before'} gas. ${otherwise}`
}
