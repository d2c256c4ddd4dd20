import type { Activity } from '@opal/contract/activities'
import { KINDS_OF_TYPE } from '@opal/contract/activity-kinds'
import type { MarketplaceInfo } from '@opal/contract/network'
import { WINDOWS } from '@opal/contract/sorts'
import { isMarketplaceChoice } from '../../entities/order/marketplace-choice.ts'
import type { ActivityScope, ActivityView } from './activity-query.ts'

/** Kinds that can be switched on and off. @source docs/product/activity.md#filters */
export const SWITCHED_TYPES = ['sales', 'listing', 'bid', 'transfer', 'mint'] as const satisfies ActivityView['types']

/** Everything that ever happened, on every marketplace. */
export const DEFAULT_ACTIVITY_VIEW: ActivityView = { types: [], marketplace: 'all', interval: 'all' }

/** Reads the address; anything it does not know reads as the default. */
export function parseActivityView(
  search: URLSearchParams,
  marketplaces: readonly MarketplaceInfo[] = [],
): ActivityView {
  const marketplace = search.get('venue') ?? 'all'
  const types = (search.get('type') ?? '').split(',')
  return {
    types: switchedTypes(SWITCHED_TYPES.filter((type) => types.includes(type))),
    interval: WINDOWS.find((interval) => interval === search.get('interval')) ?? 'all',
    marketplace: isMarketplaceChoice(marketplace, marketplaces) ? marketplace : 'all',
  }
}

/** All of them at once are everything, as none is. */
export function switchedTypes(types: ActivityView['types']): ActivityView['types'] {
  return types.length === SWITCHED_TYPES.length ? [] : SWITCHED_TYPES.filter((type) => types.includes(type))
}

/** Is this everything that there is? */
export function isEverything(view: ActivityView): boolean {
  return applyActivityView(new URLSearchParams(), view).size === 0
}

/** Puts a view into an address, keeping what belongs to others. */
export function applyActivityView(search: URLSearchParams, view: ActivityView): URLSearchParams {
  const next = new URLSearchParams(search)
  // A view has one address, in whatever order its parts were chosen.
  for (const name of ['type', 'interval', 'venue']) next.delete(name)
  if (view.types.length > 0) next.set('type', view.types.join(','))
  if (view.interval !== 'all') next.set('interval', view.interval)
  if (view.marketplace !== 'all') next.set('venue', view.marketplace)
  return next
}

/** Would this list show this row? The same rule as the server's, for rows that arrive live. */
export function belongsToList(row: Activity, scope: ActivityScope, view: ActivityView): boolean {
  const inScope =
    (scope.collectionId === undefined || row.collectionId === scope.collectionId) &&
    (scope.tokenDataId === undefined || row.tokenDataId === scope.tokenDataId) &&
    (scope.walletAddress === undefined || row.from === scope.walletAddress || row.to === scope.walletAddress)
  const everywhere = Object.keys(scope).length === 0
  const plain = row.kind === 'mint' || row.kind === 'transfer' || row.kind === 'burn'
  const isOfAll = view.types.length === 0
  const ofType = isOfAll ? !(everywhere && plain) : view.types.some((type) => KINDS_OF_TYPE[type].includes(row.kind))
  return inScope && ofType && (view.marketplace === 'all' || row.marketplace === view.marketplace)
}

/** Rows in which a token changes hands for money: a filled bid is a sale to who placed it. */
const SALES: readonly Activity['kind'][] = ['sale', 'accept-token-bid', 'accept-collection-bid']

/**
 * The word for a row, seen by a viewer: a sale is `Bought` for its buyer, a filled bid too.
 * @source docs/product/activity.md#own-purchases
 */
export function activityTitle(row: Activity, viewer: string | null): string {
  if (SALES.includes(row.kind) && viewer !== null && row.buyer?.walletAddress === viewer) return 'Bought'
  return row.activityType.title
}
