import type { PortfolioToken } from '@opal/contract/portfolio'

/**
 * Compares two items of a wallet by what is lost when they are sold for the same price, the lesser loss first: what is not listed, then
 * what is estimated lowest, held most often, cost least and is least rare. An unknown cost comes after known ones.
 */
export function byLoss(one: PortfolioToken, other: PortfolioToken): number {
  const keys = ({ ownListings, estimatedPrice, held, costPrice, rarity }: PortfolioToken) => [
    BigInt(Math.min(1, ownListings.length)),
    BigInt(estimatedPrice ?? 0),
    -BigInt(held),
    BigInt(costPrice === null ? 1 : 0),
    BigInt(costPrice ?? 0),
    -BigInt(rarity ?? 0),
  ]
  const others = keys(other)
  const difference = keys(one)
    .map((key, at) => key - (others[at] ?? 0n))
    .find((each) => each !== 0n)
  return Number(difference ?? 0n)
}
