import type { Activity } from '@opal/contract/shapes/activity'
import { ACTIVITY_TYPES, KINDS_OF_TYPE } from '@opal/contract/shapes/activity-kind'
import type { ActivityScope, ActivityView } from './activity-query.ts'

/** Everything that happens, on every marketplace. */
export const DEFAULT_ACTIVITY_VIEW: ActivityView = { type: 'all', marketplace: 'all' }
const MARKETPLACE_ID = /^[a-z][a-z0-9-]{0,31}$/

/** Reads the address; anything it does not know reads as the default. */
export function parseActivityView(search: URLSearchParams): ActivityView {
  const marketplace = search.get('venue') ?? 'all'
  return {
    type: ACTIVITY_TYPES.find((type) => type === search.get('type')) ?? 'all',
    marketplace: MARKETPLACE_ID.test(marketplace) ? marketplace : 'all',
  }
}

/** Puts a view into an address, keeping what belongs to others. */
export function applyActivityView(search: URLSearchParams, view: ActivityView): URLSearchParams {
  const next = new URLSearchParams(search)
  if (view.type === 'all') next.delete('type')
  else next.set('type', view.type)
  if (view.marketplace === 'all') next.delete('venue')
  else next.set('venue', view.marketplace)
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
  const ofType = KINDS_OF_TYPE[view.type].includes(row.kind) && !(everywhere && view.type === 'all' && plain)
  return inScope && ofType && (view.marketplace === 'all' || row.marketplace === view.marketplace)
}

/** The word for a row, seen by a viewer: a sale is `Bought` for its buyer. @source spec 001, section 4 "Bids" */
export function activityTitle(row: Activity, viewer: string | null): string {
  if (row.kind === 'sale' && viewer !== null && row.buyer?.walletAddress === viewer) return 'Bought'
  return row.activityType.title
}
