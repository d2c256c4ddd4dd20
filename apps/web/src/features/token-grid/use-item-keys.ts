import { focusFirstItem, pressInItem } from '../../app/focused-item.ts'
import { FIRST_ITEM_ACTION, type SiteAction, useSiteActions } from '../../shared/hooks/site-actions.ts'

/** Offers what keys do with a collection's items. @param toggleFilters shows or hides the filters */
export function useItemKeys(toggleFilters: () => void): void {
  useSiteActions([
    action(FIRST_ITEM_ACTION, 'Go to first item', 'i', focusFirstItem),
    action('items.buy', 'Buy item', 'b', () => pressInItem('[data-trade]')),
    action('items.cart', 'Add to cart or remove', 'c', () => pressInItem(CART)),
    action('items.filters', 'Show or hide filters', 'f', toggleFilters),
  ])
}

/** The tick of a card, and that of a row. */
const CART = '[data-pick] :is(button, input)'

function action(id: string, title: string, keys: string, run: () => void): SiteAction {
  return { id, title, group: 'This page', keys, run }
}
