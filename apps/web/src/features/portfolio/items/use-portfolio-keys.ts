import { itemAction, pressInItem } from '../../../app/focus/focused-item.ts'
import { useSiteActions } from '../../../shared/hooks/site-actions.ts'

/** Selects the item that has the focus, or is pointed at. */
export const SELECT_ITEM = itemAction('portfolio.select', 'Select item', 'x', () =>
  pressInItem('[data-tick] :is(button, input)'),
)
const OWN = [
  SELECT_ITEM,
  itemAction('portfolio.list', 'List or delist item', 'l', () => pressInItem('[data-own-action]')),
  itemAction('portfolio.sell', 'Sell item into its best bid', 's', () => pressInItem('[data-sell]')),
]

/** Offers what keys do with the items of a portfolio. @param isOwn whether they can be selected, listed and sold */
export function usePortfolioKeys(isOwn: boolean): void {
  useSiteActions(isOwn ? OWN : [])
}
