import { Suspense, useEffect, useState } from 'react'
import { finishCommand, useCommand } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import { readStoredWallet } from '../../entities/wallet/stored-wallet.ts'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { lazyDialog } from '../../shared/components/lazy/lazy-dialog.tsx'
import type { WalletRuntimeProps } from './wallet-runtime.tsx'

const WalletRuntime = lazyDialog<WalletRuntimeProps & { isWanted: boolean }>(
  () => import('./wallet-runtime.tsx'),
  () => finishCommand('openConnect'),
  // A missing module is an error only where the dialog was opened: the runtime is also loaded in the background.
  ({ isWanted }) => isWanted,
)

/** @source docs/product/wallet-and-session.md#late-start */
const INIT_DELAY_MS = 1000

/**
 * Loads the wallet code, which is several times larger than the page: one second after mount for a wallet of the last visit, else
 * when the connect dialog is first opened. A trade that waits for the wallet does not wait for that second.
 */
export function WalletHost() {
  const { config } = useSite()
  const own = useOwnAddress()
  // Set by a script in the head first, which reserves the space of the account's button.
  useEffect(() => void document.documentElement.toggleAttribute('data-wallet', own !== null), [own])
  const wanted = useCommand('openConnect') !== null
  const isNeeded = [useCommand('openTrade'), useCommand('signIn')].some((request) => request !== null)
  const [started, setStarted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (readStoredWallet() !== null) setStarted(true)
      else walletSession.set((before) => (before.status === 'waiting' ? { ...before, status: 'disconnected' } : before))
    }, INIT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (wanted || isNeeded) setStarted(true)
  }, [wanted, isNeeded])
  if (!started) return null
  return (
    <Suspense fallback={null}>
      <WalletRuntime
        isWanted={wanted}
        network={config.network}
        devWalletScriptUrl={config.devWalletScriptUrl}
        nodeUrl={config.nodeUrl}
      />
    </Suspense>
  )
}
