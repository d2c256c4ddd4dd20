import { indexOutOfBounds } from './aborts.ts'

/**
 * Walks items and prices side by side as the contract's loops do: as many turns as there are prices,
 * an abort when the items run out first, surplus items ignored.
 * @throws MoveAbort
 */
export function eachPair<Item>(
  items: readonly Item[],
  prices: readonly bigint[],
  visit: (item: Item, price: bigint) => void,
): void {
  prices.forEach((price, position) => {
    const item = items[position]
    if (item === undefined) throw indexOutOfBounds()
    visit(item, price)
  })
}
