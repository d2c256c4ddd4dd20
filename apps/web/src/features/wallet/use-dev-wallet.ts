import { useEffect, useState } from 'react'

/**
 * Adds the development wallet's script to the page, where the network has one.
 * @returns whether it has run, or there is none, or it could not be loaded.
 */
export function useDevWallet(scriptUrl: string | null): boolean {
  const [settled, setSettled] = useState(scriptUrl === null)
  useEffect(() => {
    if (scriptUrl === null) return
    const script = document.createElement('script')
    script.src = scriptUrl
    // It is given to pages of this machine alone, so it must see the origin.
    script.crossOrigin = 'anonymous'
    script.addEventListener('load', () => setSettled(true))
    script.addEventListener('error', () => setSettled(true))
    document.head.append(script)
  }, [scriptUrl])
  return settled
}
