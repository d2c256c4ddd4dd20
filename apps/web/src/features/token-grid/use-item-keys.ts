import { itemAction, pressInItem } from '../../app/focus/focused-item.ts'
import { useSiteActions } from '../../shared/hooks/site-actions.ts'

/** Offers what keys do with a collection's items. */
export function useItemKeys(): void {
  useSiteActions([
    itemAction('items.buy', 'Buy item', 'b', () => pressInItem('[data-trade]')),
    itemAction('items.cart', 'Add to cart or remove', 'c', () => pressInItem(CART)),
    // The key that selects in a portfolio.
    itemAction('items.select', 'Select item', 'x', () => pressInItem(CART)),
  ])
}

/** The tick of a card, and that of a row. */
const CART = '[data-pick] :is(button, input)'
