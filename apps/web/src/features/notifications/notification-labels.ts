import type { Notification } from '@opal/contract/notifications'
import type { ToastKind } from '@opal/ui/feedback/show-toast'
import { collectionPath, tokenPath, walletPath } from '../../app/paths.ts'
import { formatAddress } from '../../shared/format/name.ts'
import { formatDistance } from '../../shared/format/number.ts'

export type NotificationType = Notification['type']

/** The kinds by name, as the settings show them. */
export const TYPE_LABELS: Readonly<Record<NotificationType, { readonly name: string; readonly what: string }>> = {
  sold: { name: 'Sold', what: 'One of your items sold.' },
  outbid: { name: 'Outbid', what: 'Someone bid higher than you.' },
  'offer-received': { name: 'Bid received', what: 'Someone bid on an item you own.' },
  'offer-expiring': { name: 'Bid expiring', what: 'One of your bids expires within the hour.' },
  'listing-invalid': { name: 'Listing not fillable', what: 'One of your listings can no longer be bought.' },
  'floor-moved': { name: 'Floor moved', what: 'A favorite’s floor moved by your threshold.' },
  'pool-short': {
    name: 'Bid pool short',
    what: 'One of your bids was accepted, and your pool no longer covers another.',
  },
  'listing-reserved': { name: 'Reserved for you', what: 'Someone listed an item that only you can buy.' },
}

export interface SentenceOptions {
  /** Writes octas, in the user's currency. */
  readonly price: (octas: string) => string
  /** The Aptos name of the other wallet. */
  readonly otherName?: string | null
}

/** Returns the sentence of a notification. */
export function sentenceOf(row: Notification, { price: priceOf, otherName = null }: SentenceOptions): string {
  const name = row.tokenName ?? row.collectionName ?? 'An item'
  const what = row.propertyVersion === null ? name : `${name} (Edition ${row.propertyVersion})`
  const price = row.price === null ? null : priceOf(row.price)
  const other = row.otherWallet === null ? 'Someone' : (otherName ?? formatAddress(row.otherWallet))
  switch (row.type) {
    case 'sold':
      return price === null ? `${what} sold` : `${what} sold for ${price}`
    case 'outbid':
      return price === null ? `You were outbid on ${what}` : `You were outbid on ${what}: ${price} now`
    case 'offer-received':
      return price === null ? `${other} bid on ${what}` : `${other} bid ${price} on ${what}`
    case 'listing-reserved':
      return price === null ? `${other} reserved ${what} for you` : `${other} reserved ${what} for you at ${price}`
    case 'offer-expiring':
      return `Your bid on ${what} expires within the hour`
    case 'listing-invalid':
      return `Your listing of ${what} can no longer be bought`
    case 'floor-moved':
      return floorSentence(row, price)
    case 'pool-short':
      return price === null
        ? `Your bid pool no longer covers your bid on ${what}`
        : `Your bid pool no longer covers your bid of ${price} on ${what}`
  }
}

function floorSentence({ collectionName, price, oldPrice }: Notification, floor: string | null): string {
  const name = collectionName ?? 'a favorite'
  if (price === null || floor === null || oldPrice === null || oldPrice === '0') return `The floor of ${name} moved`
  const [now, before] = [BigInt(price), BigInt(oldPrice)]
  const distance = formatDistance(now, before) ?? '0%'
  return `The floor of ${name} ${now < before ? 'fell' : 'rose'} by ${distance} to ${floor}`
}

/** Returns the kind of a notification's toast: a sale is a success, the others are information. */
export function toastKindOf({ type }: Pick<Notification, 'type'>): ToastKind {
  return type === 'sold' ? 'success' : 'info'
}

/** Returns the path to which a notification links. @param wallet the notified wallet */
export function placeOf(row: Notification, wallet: string): string {
  if (row.type === 'listing-invalid') return `${walletPath(wallet)}?tab=listings`
  if (row.type === 'listing-reserved') return `${walletPath(wallet)}?tab=bids-received&reserved=shown`
  if (row.type === 'offer-expiring' || row.type === 'pool-short') return `${walletPath(wallet)}?tab=bids-made`
  if (row.collectionId !== null && row.tokenDataId !== null) return tokenPath(row.collectionId, row.tokenDataId)
  if (row.collectionId !== null) return collectionPath(row.collectionSlug ?? row.collectionId)
  return walletPath(wallet)
}
