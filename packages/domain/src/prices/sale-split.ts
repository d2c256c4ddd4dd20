import { RoyaltyTooHighError } from '../errors.ts'
import { applyRate, type Rate } from './rates.ts'

/** Parts of a sale price in octas; they add up to the price exactly. */
export interface SplitPrice {
  readonly sellerOctas: bigint
  readonly commissionOctas: bigint
  readonly royaltyOctas: bigint
}

/**
 * Splits a price: royalty first, commission of the whole price next, the rest to the seller.
 *
 * @param onExcess `cap`, as listings and collection offers of the Aptos example do: royalty ends at the price, commission
 *   at what is left. `throw`, as its token offers abort.
 * @throws RoyaltyTooHighError when the parts exceed the price and `onExcess` is `throw`.
 * @source the Aptos example marketplace, settlement (listing::purchase, token_offer::sell)
 * @example splitPrice(100_000_000n, bps(150), bps(500)) // seller 93_500_000n, commission 1_500_000n, royalty 5_000_000n
 */
export function splitPrice(
  priceOctas: bigint,
  commission: Rate,
  royalty: Rate,
  { onExcess = 'cap' }: { readonly onExcess?: 'cap' | 'throw' } = {},
): SplitPrice {
  let royaltyOctas = applyRate(priceOctas, royalty)
  let commissionOctas = applyRate(priceOctas, commission)
  if (royaltyOctas + commissionOctas > priceOctas) {
    if (onExcess === 'throw') throw new RoyaltyTooHighError(priceOctas, royaltyOctas + commissionOctas)
    if (royaltyOctas > priceOctas) royaltyOctas = priceOctas
    if (commissionOctas > priceOctas - royaltyOctas) commissionOctas = priceOctas - royaltyOctas
  }
  return { royaltyOctas, commissionOctas, sellerOctas: priceOctas - royaltyOctas - commissionOctas }
}
