import { useEffect, useRef } from 'react'
import { pageSession } from '../../lib/page-session.ts'
import { useSite } from '../../lib/site.tsx'
import { useStore } from '../../lib/store.ts'
import { walletSession } from '../../lib/wallet-session.ts'
import { outlivesWallet } from './outlives-wallet.ts'

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
