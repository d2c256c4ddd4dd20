import { useSyncExternalStore } from 'react'
import { readStoredWallet } from './stored-wallet.ts'
import { walletSession } from './wallet-session.ts'

/**
 * Returns the user's own address: of the connected wallet, or of the last visit's wallet while that is reconnecting, locked, or
 * its extension is missing. Null on the server, and where no wallet is known.
 * @source docs/product/site.md#portfolio-link
 */
export function useOwnAddress(): string | null {
  return useSyncExternalStore(walletSession.subscribe, ownAddress, () => null)
}

function ownAddress(): string | null {
  return walletSession.get().address ?? readStoredWallet()?.address ?? null
}
