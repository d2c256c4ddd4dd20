import { applyRate, type Rate } from './rates.ts'

/** Parts of a sale price in octas; they add up to the price exactly. */
export interface SplitPrice {
  readonly sellerOctas: bigint
  readonly commissionOctas: bigint
  readonly royaltyOctas: bigint
}

/**
 * Splits a price: royalty first, commission of the whole price next, the rest to the seller. Royalty ends at the price,
 * commission at what royalty leaves.
 *
 * @source the Aptos example marketplace, settlement (listing::purchase, collection_offer::sell)
 * @example splitPrice(100_000_000n, bps(150), bps(500)) // seller 93_500_000n, commission 1_500_000n, royalty 5_000_000n
 */
export function splitPrice(priceOctas: bigint, commission: Rate, royalty: Rate): SplitPrice {
  const royaltyOctas = atMost(priceOctas, applyRate(priceOctas, royalty))
  const commissionOctas = atMost(priceOctas - royaltyOctas, applyRate(priceOctas, commission))
  return { royaltyOctas, commissionOctas, sellerOctas: priceOctas - royaltyOctas - commissionOctas }
}

function atMost(limit: bigint, amount: bigint): bigint {
  return amount < limit ? amount : limit
}
