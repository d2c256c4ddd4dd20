import { useEffect, useState } from 'react'
import { openConnect, useCommand } from '../../app/commands.ts'

/**
 * Leads what needs a wallet through the connect dialog; closing that gives it up.
 * @param needed something waits for a wallet and none is connected.
 */
export function useConnectFirst(needed: boolean, giveUp: () => void): void {
  const connecting = useCommand('openConnect') !== null
  const [led, setLed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: giving up is made anew with every render.
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
