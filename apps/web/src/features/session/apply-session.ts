import type { Session } from '@opal/contract/session'
import { removeWalletFavourites } from '../../entities/collection/favourites.ts'
import { pageSession, VISITOR } from '../../entities/session/page-session.ts'
import { storeSession } from './stored-session.ts'

/** Applies the API's session to the page: signed in, or a visitor. */
export function applySession({ walletAddress, expiresAt }: Session): void {
  const isOpen = walletAddress !== null && expiresAt !== null
  storeSession(isOpen ? { wallet: walletAddress, expiresAt } : null)
  pageSession.set(isOpen ? { status: 'signed-in', wallet: walletAddress } : VISITOR)
}

/** Ends the session of the page, and removes the wallet's data from it. */
export function clearSession(): void {
  storeSession(null)
  removeWalletFavourites()
  pageSession.set(VISITOR)
}
