import { lazy, Suspense, useEffect, useState } from 'react'
import { useCommand } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { readStoredWallet } from '../../entities/wallet/stored-wallet.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'

const WalletRuntime = lazy(() => import('./wallet-runtime.tsx'))

/** @source docs/product/wallet-and-session.md#late-start */
const INIT_DELAY_MS = 1000

/**
 * Loads the wallet code after paint: for a wallet of last time one second after mount, for anybody else when they
 * first reach for the connect dialog. It weighs several times the page itself.
 */
export function WalletHost() {
  const { config } = useSite()
  const wanted = useCommand('openConnect') !== null
  const [started, setStarted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (readStoredWallet() !== null) setStarted(true)
      else walletSession.set((before) => (before.status === 'waiting' ? { ...before, status: 'disconnected' } : before))
    }, INIT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (wanted) setStarted(true)
  }, [wanted])
  if (!started) return null
  return (
    <Suspense fallback={null}>
      <WalletRuntime network={config.network} devWalletScriptUrl={config.devWalletScriptUrl} nodeUrl={config.nodeUrl} />
    </Suspense>
  )
}
