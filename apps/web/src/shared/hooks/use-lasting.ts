import { useEffect, useState } from 'react'

/** Time after which a wait takes longer than usual. @source docs/product/site.md#slow-answers */
export const SLOW_AFTER_MS = 8_000

/** Returns whether the component has been on the page for that long. */
export function useLasting(afterMs: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLasts(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return lasts
}
