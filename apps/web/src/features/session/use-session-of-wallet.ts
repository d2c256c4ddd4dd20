import { useEffect, useRef } from 'react'
import { useSite } from '../../app/site.tsx'
import { pageSession } from '../../entities/session/page-session.ts'
import { type WalletSession, walletSession } from '../../entities/wallet/wallet-session.ts'
import { useStore } from '../../shared/hooks/store.ts'

/** Ends the session when another wallet is connected, or when its own is disconnected. */
export function useSessionOfWallet(): void {
  const { api } = useSite()
  const { status, address, wrongNetwork } = useStore(walletSession)
  const { wallet } = useStore(pageSession)
  const before = useRef<string | null>(null)
  useEffect(() => {
    const was = before.current
    before.current = address
    if (outlivesWallet(wallet, { status, address, wrongNetwork, was })) return
    void import('./end-session.ts').then(({ endSession }) => endSession(api))
  }, [api, status, address, wrongNetwork, wallet])
}

/** The current state of the wallet, and its previous address. */
export type WalletChange = Pick<WalletSession, 'status' | 'address' | 'wrongNetwork'> & { readonly was: string | null }

/**
 * Returns whether a session continues with the wallet's current state. A wallet that is not loaded yet does not end it; another
 * address, another network or a disconnection does.
 * @param sessionWallet null while there is no session.
 */
export function outlivesWallet(
  sessionWallet: string | null,
  { status, address, wrongNetwork, was }: WalletChange,
): boolean {
  if (sessionWallet === null) return true
  // @source docs/product/wallet-and-session.md#another-network
  if (wrongNetwork) return false
  if (address !== null) return address === sessionWallet
  return was === null || status !== 'disconnected'
}
