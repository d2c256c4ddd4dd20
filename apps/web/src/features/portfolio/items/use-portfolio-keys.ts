import { focusFirstItem, pressInItem } from '../../../app/focused-item.ts'
import { FIRST_ITEM_ACTION, type SiteAction, useSiteActions } from '../../../shared/hooks/site-actions.ts'

const FIRST = action(FIRST_ITEM_ACTION, 'Go to first item', 'i', focusFirstItem)
const OWN = [
  action('portfolio.select', 'Select item', 'x', () => pressInItem('[data-tick] :is(button, input)')),
  action('portfolio.list', 'List or delist item', 'l', () => pressInItem('[data-own-action]')),
]

/** Offers what keys do with the items of a portfolio. @param isOwn whether they can be selected and listed */
export function usePortfolioKeys(isOwn: boolean): void {
  useSiteActions(isOwn ? [FIRST, ...OWN] : [FIRST])
}

function action(id: string, title: string, keys: string, run: () => void): SiteAction {
  return { id, title, group: 'This page', keys, run }
}
