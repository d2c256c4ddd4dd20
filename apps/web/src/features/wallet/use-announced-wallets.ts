import { getAptosWallets } from '@aptos-labs/wallet-standard'
import { useEffect, useState } from 'react'
import { walletSession } from '../../entities/wallet/wallet-session.ts'

/**
 * Names of the wallets that have announced themselves. One that comes while a wallet is connected is heard of after that:
 * the adapter reads the names once, and must not be started anew under a connection.
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
