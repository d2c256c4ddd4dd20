import { useEffect, useState } from 'react'
import { useStore } from '../../shared/hooks/store.ts'
import { connectDialog } from './wallet-session.ts'

/**
 * Leads what needs a wallet through the connect dialog; closing that gives it up.
 * @param needed something waits for a wallet and none is connected.
 */
export function useConnectFirst(needed: boolean, giveUp: () => void): void {
  const connecting = useStore(connectDialog)
  const [led, setLed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: giving up is made anew with every render.
  useEffect(() => {
    if (needed && !led) {
      setLed(true)
      connectDialog.set(true)
    } else if (needed && led && !connecting) {
      setLed(false)
      giveUp()
    } else if (!needed && led) {
      setLed(false)
    }
  }, [needed, led, connecting])
}
