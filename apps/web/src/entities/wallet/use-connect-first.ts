import { useEffect, useState } from 'react'
import { openConnect, useCommand } from '../../app/commands.ts'

/**
 * Opens the connect dialog when something needs a wallet; closing the dialog cancels it.
 * @param needed whether something waits for a wallet and none is connected.
 */
export function useConnectFirst(needed: boolean, giveUp: () => void): void {
  const connecting = useCommand('openConnect') !== null
  const [led, setLed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `giveUp` is another function at every render.
  useEffect(() => {
    if (needed && !led) {
      setLed(true)
      openConnect()
    } else if (needed && led && !connecting) {
      setLed(false)
      giveUp()
    } else if (!needed && led) {
      setLed(false)
    }
  }, [needed, led, connecting])
}
