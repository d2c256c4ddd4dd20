import type { TokenDetail } from '@opal/contract/tokens'
import { cart, takeFromCart } from '../../../entities/order/cart.ts'
import { testingDetail } from '../../../testing/testing-detail.ts'
import { testingItem, testingListing } from '../../../testing/testing-item.ts'

/** Creates the nth item to put into the cart, at a price in octas. */
export const token = (at: number, listedPrice: string) => testingItem(`0x${String(at).repeat(64)}`, { listedPrice })

/** The collection of all items. */
export const COLLECTION = token(1, '0').collectionId
export const SELLER = `0x${'5'.repeat(64)}`

/** Returns the call that the detail of the nth item is asked by. */
export const path = (at: number) => `/api/collection/nfts/0x${String(at).repeat(64)}`

/** Returns the nth item's detail with a listing by a seller at a price, or without one. */
export function detail(at: number, price: string | null, seller = SELLER): TokenDetail {
  const { tokenDataId } = token(at, '0')
  const listing =
    price !== null && testingListing(tokenDataId, { marketplace: 'own', listingId: `now ${at}`, price, seller })
  return testingDetail({ tokenDataId, listings: listing ? [listing] : [] })
}

/** Takes all items from the cart. */
export function emptyCart(): void {
  takeFromCart(cart.get().map(({ tokenDataId }) => tokenDataId))
}
