import type { BatchIntent } from '@opal/domain/intent'
import { listingOf, offerOf, tokenOf } from './item-refs.ts'
import type { PossibleItem } from './trade-plan.ts'

/** What is wanted of some items, each in its place. */
export type IntentOf = (items: readonly PossibleItem[]) => BatchIntent

/** Buys the items' listings: all of them or none, or with best effort what is still there. */
export function buyingIntent(isBestEffort: boolean): IntentOf {
  return (items) => ({ kind: 'purchase-many', listings: items.map(listingOf), isBestEffort })
}

/** Puts the items up for sale at their prices. */
export function listingIntent(items: readonly PossibleItem[]): BatchIntent {
  const listed = items.map((item) => {
    return { marketplace: item.deployed.adapter.id, token: tokenOf(item), priceOctas: item.priceOctas }
  })
  return { kind: 'list-many', items: listed }
}

/** Takes the items' listings back. */
export function delistingIntent(items: readonly PossibleItem[]): BatchIntent {
  return { kind: 'delist-many', listings: items.map(listingOf) }
}

/** Moves the items' listings to the native marketplace at the items' prices. */
export function relistingIntent(items: readonly PossibleItem[]): BatchIntent {
  const moved = items.map((item) => ({ listing: listingOf(item), priceOctas: item.priceOctas }))
  return { kind: 'delist-and-list-many', items: moved }
}

/** Sells the items' tokens into their offers. */
export function sellingIntent(items: readonly PossibleItem[]): BatchIntent {
  const sales = items.map((item) => {
    return { offer: offerOf(item), token: tokenOf(item), isTokenOffer: item.offer?.tokenDataId != null }
  })
  return { kind: 'instant-sell', sales }
}
