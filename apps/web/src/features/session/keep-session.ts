import type { Session } from '@opal/contract/session'
import { removeWalletFavourites } from '../../entities/collection/favourites.ts'
import { pageSession, VISITOR } from '../../entities/session/page-session.ts'
import { storeSession } from './stored-session.ts'

/** Makes the page signed in as the API says, or a visitor's. What the browser keeps of a list stays. */
export function keepSession({ walletAddress, expiresAt }: Session): void {
  const isOpen = walletAddress !== null && expiresAt !== null
  storeSession(isOpen ? { wallet: walletAddress, expiresAt } : null)
  pageSession.set(isOpen ? { status: 'signed-in', wallet: walletAddress } : VISITOR)
}

/** Makes the page a visitor's, and takes what was the wallet's off it. */
export function forgetSession(): void {
  storeSession(null)
  removeWalletFavourites()
  pageSession.set(VISITOR)
}
