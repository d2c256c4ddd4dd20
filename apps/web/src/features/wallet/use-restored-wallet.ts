import { useEffect, useRef, useState } from 'react'
import { readStoredWallet } from '../../entities/wallet/stored-wallet.ts'

/** Longest wait for the wallet of the last visit: extensions announce themselves late. */
const GIVE_UP_MS = 5000

/**
 * Reconnects the wallet of the last visit as soon as it announces itself.
 * @returns whether it is still awaited.
 */
export function useRestoredWallet(
  wallets: readonly { readonly name: string }[],
  connect: (walletName: string) => Promise<void>,
): boolean {
  const stored = useRef(readStoredWallet())
  const [restoring, setRestoring] = useState(stored.current !== null)
  const name = stored.current?.name
  const isThere = wallets.some((wallet) => wallet.name === name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: connects once, when the wallet appears.
  useEffect(() => {
    if (!restoring || name === undefined || !isThere) return
    stored.current = null
    const settled = () => setRestoring(false)
    // The error has been shown.
    void connect(name).then(settled, settled)
  }, [isThere])
  useEffect(() => {
    const timer = setTimeout(() => setRestoring(false), GIVE_UP_MS)
    return () => clearTimeout(timer)
  }, [])
  return restoring
}
