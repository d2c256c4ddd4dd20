import { getAptosWallets } from '@aptos-labs/wallet-standard'
import { useEffect, useState } from 'react'
import { walletSession } from '../../entities/wallet/wallet-session.ts'

/**
 * Returns the names of the wallets that have announced themselves. A wallet that announces itself during a connection is added
 * after it: the adapter reads the names once, and must not restart while connected.
 * @source AIP-62
 */
export function useAnnouncedWallets(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    const { on } = getAptosWallets()
    const read = () => {
      if (walletSession.get().address !== null) return
      const announced = getAptosWallets().aptosWallets.map(({ name }) => name)
      setNames((before) => (announced.every((name) => before.includes(name)) ? before : [...new Set(announced)]))
    }
    read()
    const stops = [on('register', read), walletSession.subscribe(read)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return names
}
