import type { Activity } from '@opal/contract/activities'
import { KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import { WINDOWS } from '@opal/contract/constants/windows'
import type { Wallet } from '@opal/contract/names'
import type { MarketplaceInfo } from '@opal/contract/network'
import { isMarketplaceChoice } from '../../entities/order/marketplace-choice.ts'
import type { ActivityScope, ActivityView } from './activity-query.ts'

/** Types of the filter, in its order. @source docs/product/activity.md#filters */
export const SWITCHED_TYPES = ['sales', 'listing', 'bid', 'transfer', 'mint'] as const satisfies ActivityView['types']

/** `marketplace` filters the items of a collection, whose page has both lists. */
const MARKETPLACE_PARAM = 'activityMarketplace'

/** The view without filters. */
export const DEFAULT_ACTIVITY_VIEW: ActivityView = { types: [], marketplace: 'all', interval: 'all' }

/** Reads the address; anything it does not know reads as the default. */
export function parseActivityView(
  search: URLSearchParams,
  marketplaces: readonly MarketplaceInfo[] = [],
): ActivityView {
  const marketplace = search.get(MARKETPLACE_PARAM) ?? 'all'
  const types = (search.get('type') ?? '').split(',')
  return {
    types: switchedTypes(SWITCHED_TYPES.filter((type) => types.includes(type))),
    interval: WINDOWS.find((interval) => interval === search.get('interval')) ?? 'all',
    marketplace: isMarketplaceChoice(marketplace, marketplaces) ? marketplace : 'all',
  }
}

/**
 * Puts selected types into their order. All of them are not the same as none: without a filter the list of all activity
 * leaves mints and transfers out.
 */
export function switchedTypes(types: ActivityView['types']): ActivityView['types'] {
  return SWITCHED_TYPES.filter((type) => types.includes(type))
}

/** Returns whether a view has no filters. */
export function isEverything(view: ActivityView): boolean {
  return applyActivityView(new URLSearchParams(), view).size === 0
}

/** Puts a view into an address, keeping what belongs to others. */
export function applyActivityView(search: URLSearchParams, view: ActivityView): URLSearchParams {
  const next = new URLSearchParams(search)
  // A view has one address, in whatever order its parts were chosen.
  for (const name of ['type', 'interval', MARKETPLACE_PARAM]) next.delete(name)
  if (view.types.length > 0) next.set('type', view.types.join(','))
  if (view.interval !== 'all') next.set('interval', view.interval)
  if (view.marketplace !== 'all') next.set(MARKETPLACE_PARAM, view.marketplace)
  return next
}

/** Returns whether a live row belongs to a list, by the same rule as the server's. */
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

/** Returns whether a row is about a bid on a set of items: it names no item. */
export function isSetBid({ kind }: Activity): boolean {
  return kind === 'set-bid' || kind === 'cancel-set-bid'
}

/**
 * Returns the title of a row from a wallet's view: `Bought` for the buyer of a sale or a filled bid, `Received` and `Sent` for the two
 * sides of a transfer.
 * @param wallet the one whose page lists it; elsewhere the viewer's.
 * @source docs/product/activity.md#from-a-wallets-view
 */
export function activityTitle(row: Activity, wallet: string | null): string {
  if (wallet === null) return row.activityType.title
  const [gives, gets] = [row.seller?.walletAddress === wallet, row.buyer?.walletAddress === wallet]
  if (gets && KINDS_OF_TYPE.sales.includes(row.kind)) return 'Bought'
  if (row.kind === 'transfer' && gives !== gets) return gets ? 'Received' : 'Sent'
  return row.activityType.title
}

/** A wallet that took part in an activity, with the word before its name; null before the first of two. */
export interface ActivitySide {
  readonly word: 'by' | 'from' | 'to' | null
  readonly wallet: Wallet
}

/** Returns who took part in an activity, but for the wallet whose page lists it. @source docs/product/activity.md#both-sides */
export function activitySides({ kind, seller, buyer }: Activity, wallet: string | null): readonly ActivitySide[] {
  const moves = kind === 'transfer' || KINDS_OF_TYPE.sales.includes(kind)
  const sides: readonly (readonly ['by' | 'from' | 'to', Wallet | null])[] = moves
    ? [
        ['from', seller],
        ['to', buyer],
      ]
    : [['by', seller ?? buyer]]
  const others = sides.flatMap(([word, side]) =>
    side === null || side.walletAddress === wallet ? [] : [{ word, wallet: side }],
  )
  return others.length < 2 ? others : others.map((side, at) => (at === 0 ? { ...side, word: null } : side))
}
