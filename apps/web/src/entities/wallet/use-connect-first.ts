import { showToast } from '@opal/ui/feedback/show-toast'
import { useEffect, useState } from 'react'
import { finishCommand, openConnect, useCommand } from '../../app/commands.ts'
import { useIsWalletAwaited } from './use-own-address.ts'
import { walletSession } from './wallet-session.ts'

/** A wait for the wallet of the last visit that is longer is said, in milliseconds. */
const SILENT_MS = 500

/**
 * Opens the connect dialog when something needs a wallet; closing the dialog cancels it. While the wallet of the last visit is on
 * its way, it waits: the header shows that account already.
 * @param needed whether something waits for a wallet and none is connected.
 * @source docs/product/wallet-and-session.md#remembered-wallet
 */
export function useConnectFirst(needed: boolean, giveUp: () => void): void {
  const connecting = useCommand('openConnect') !== null
  const [led, setLed] = useState(false)
  const isWaiting = useIsWalletAwaited() && needed && !led
  useEffect(() => {
    if (!isWaiting) return
    let toast: Promise<() => void> | undefined
    const timer = setTimeout(() => {
      toast = showToast('Connecting your wallet', 'info')
    }, SILENT_MS)
    return () => {
      clearTimeout(timer)
      // The toast would cover what follows.
      void toast?.then((hide) => hide())
    }
  }, [isWaiting])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `giveUp` is another function at every render.
  useEffect(() => {
    if (needed && !led) {
      // The wallet may have connected since this render: nothing would close the dialog then.
      if (isWaiting || walletSession.get().address !== null) return
      setLed(true)
      openConnect()
    } else if (needed && led && !connecting) {
      setLed(false)
      giveUp()
    } else if (!needed && led) {
      setLed(false)
      finishCommand('openConnect')
    }
  }, [needed, led, connecting, isWaiting])
}
