import { useSyncExternalStore } from 'react'
import { readStoredWallet } from './stored-wallet.ts'
import { walletSession } from './wallet-session.ts'

/**
 * Reads whose pages are "mine": the connected wallet's, or those of the last visit's while it is being asked again, is
 * locked, or its extension is gone. Null on the server, and where no wallet is known.
 * @source docs/product/site.md#portfolio-link
 */
export function useOwnAddress(): string | null {
  return useSyncExternalStore(walletSession.subscribe, ownAddress, () => null)
}

function ownAddress(): string | null {
  return walletSession.get().address ?? readStoredWallet()?.address ?? null
}
