import type { TokenFilterInput } from '@opal/contract/tokens/token-filter'
import { conditionsOf } from '../../entities/token/trait-choice.ts'
import type { ItemsView } from './items-view.ts'

/** Members of the contract's filter that a view can set. */
export type ViewFilter = Omit<TokenFilterInput, 'creatorAddress'>

/** Returns the filters of a view, as the contract takes them wherever tokens of a collection are chosen: the list and the sweep alike. */
export function viewFilter(view: ItemsView): ViewFilter {
  const attributes = conditionsOf(view.traits)
  return {
    ...(view.name !== '' && { name: view.name }),
    ...(view.listedOnly && { nftType: 'LISTED' as const }),
    ...(view.minPrice !== null && { priceBottom: String(view.minPrice) }),
    ...(view.maxPrice !== null && { priceTop: String(view.maxPrice) }),
    ...(view.marketplace !== null && { marketplace: view.marketplace }),
    ...(view.minRank !== null && { rarityBottom: view.minRank }),
    ...(view.maxRank !== null && { rarityTop: view.maxRank }),
    ...(attributes.length > 0 && { attributes }),
  }
}
