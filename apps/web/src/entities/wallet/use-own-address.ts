import { useSyncExternalStore } from 'react'
import { onStoredWallet, readStoredWallet } from './stored-wallet.ts'
import { walletSession } from './wallet-session.ts'

/**
 * Reads whose tokens, orders and pages are "mine": the connected wallet's, or those of the last visit's while it is being
 * asked again, is locked, or its extension is gone. Null on the server, and where no wallet is known.
 * @source docs/product/wallet-and-session.md#remembered-wallet
 */
export function useOwnAddress(): string | null {
  return useSyncExternalStore(subscribe, ownAddress, () => null)
}

/**
 * Reads whether the wallet of the last visit is still on its way. What only its owner can do waits for it.
 * False on the server, and once the wallet is connected or given up.
 */
export function useIsWalletAwaited(): boolean {
  return useSyncExternalStore(subscribe, isWalletAwaited, () => false)
}

function subscribe(listener: () => void): () => void {
  const ends = [walletSession.subscribe(listener), onStoredWallet(listener)]
  return () => {
    for (const end of ends) end()
  }
}

function ownAddress(): string | null {
  return walletSession.get().address ?? readStoredWallet()?.address ?? null
}

function isWalletAwaited(): boolean {
  const { address, status } = walletSession.get()
  return address === null && status !== 'disconnected' && readStoredWallet() !== null
}
