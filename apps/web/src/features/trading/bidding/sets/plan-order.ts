import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { formatAptExact } from '../../../../shared/format/apt.ts'
import { LEFT_FOR_GAS_OCTAS, MAX_BID_TOKENS } from '../bid-rules.ts'

/** The items that an order buys now, and the bid for the rest. Amounts in octas. */
export interface OrderPlan {
  /** Items that are bought now, the cheapest of those for sale, and what they cost. */
  readonly buys: number
  readonly costOctas: bigint
  /** Items that the rest of the budget bids for. */
  readonly bids: number
}

/**
 * Divides a budget: buys what is for sale at the price or less, the cheapest first, as many as one transaction takes, and bids for as many
 * more as the rest pays once no more is for sale at the price.
 * @param prices of what is for sale, ascending.
 */
export function planOrder(prices: readonly bigint[], priceOctas: bigint, budgetOctas: bigint): OrderPlan {
  let [buys, costOctas] = [0, 0n]
  for (const price of prices.slice(0, MAX_TRADE_ITEMS)) {
    if (price > priceOctas || costOctas + price > budgetOctas) break
    buys += 1
    costOctas += price
  }
  const cheapestLeft = prices[buys]
  // A bid at or above the cheapest price for sale is refused: that item can be bought.
  const mayBid = priceOctas > 0n && (cheapestLeft === undefined || cheapestLeft > priceOctas)
  const bids = mayBid ? (budgetOctas - costOctas) / priceOctas : 0n
  return { buys, costOctas, bids: bids > BigInt(MAX_BID_TOKENS) ? MAX_BID_TOKENS : Number(bids) }
}

/**
 * Returns how many items of an order's bid the wallet and the bid pool pay for once the purchase is paid.
 * @param owned octas; null where they are unknown, which hold nothing back.
 */
export function fundedBids(
  { costOctas, bids }: OrderPlan,
  priceOctas: bigint,
  { wallet, pool }: { readonly wallet: bigint | null; readonly pool: bigint | null },
): number {
  if (bids === 0 || priceOctas <= 0n || wallet === null || pool === null) return bids
  const paid = (spareOctas(wallet, costOctas) + pool) / priceOctas
  return paid < BigInt(bids) ? Number(paid) : bids
}

/** Returns what of a wallet can go into the bid pool once the purchase is paid, octas: a little stays for gas. */
function spareOctas(wallet: bigint, costOctas: bigint): bigint {
  const spare = wallet - costOctas - LEFT_FOR_GAS_OCTAS
  return spare > 0n ? spare : 0n
}

/**
 * Says what is missing for an order: the purchase is paid by the wallet, and the bid by the bid pool, into which the rest of the wallet can
 * go but for a little that stays for gas. A bid has to be paid for one item at least.
 * @param owned octas; null where they are unknown, which hold nothing back.
 */
export function orderShortage(
  { costOctas, bids }: OrderPlan,
  priceOctas: bigint,
  { wallet, pool }: { readonly wallet: bigint | null; readonly pool: bigint | null },
): string | null {
  if (wallet === null) return null
  if (wallet < costOctas) {
    return `Not enough APT in your wallet. The purchase takes ${formatAptExact(costOctas)} plus gas; you have ${formatAptExact(wallet)}.`
  }
  if (bids === 0 || pool === null) return null
  if (spareOctas(wallet, costOctas) + pool >= priceOctas) return null
  const left = wallet - costOctas + pool
  const when = costOctas === 0n ? 'you have' : 'after the purchase you have'
  const gas = left < priceOctas ? '' : `, of which ${formatAptExact(LEFT_FOR_GAS_OCTAS)} stays for gas`
  return `Not enough APT for the bid. One item takes ${formatAptExact(priceOctas)}; ${when} ${formatAptExact(left)} in your wallet and bid pool${gas}.`
}
