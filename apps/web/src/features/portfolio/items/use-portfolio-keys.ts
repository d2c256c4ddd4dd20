import { itemAction, pressInItem } from '../../../app/focus/focused-item.ts'
import { useSiteActions } from '../../../shared/hooks/site-actions.ts'

/** Selects the item that has the focus, or is pointed at. */
export const SELECT_ITEM = itemAction('portfolio.select', 'Select item', 'x', () =>
  pressInItem('[data-tick] :is(button, input)'),
)
const OWN = [
  SELECT_ITEM,
  itemAction('portfolio.list', 'List or delist item', 'l', () => pressInItem('[data-own-action]')),
]

/** Offers what keys do with the items of a portfolio. @param isOwn whether they can be selected and listed */
export function usePortfolioKeys(isOwn: boolean): void {
  useSiteActions(isOwn ? OWN : [])
}
