import { useEffect, useState } from 'react'

/**
 * Adds the development wallet's script to the page, where the network has one.
 * @returns true once it has run or failed to load, and where there is none.
 */
export function useDevWallet(scriptUrl: string | null): boolean {
  const [settled, setSettled] = useState(scriptUrl === null)
  useEffect(() => {
    if (scriptUrl === null) return
    const script = document.createElement('script')
    script.src = scriptUrl
    // Served only to pages of this machine, so the request must carry the origin.
    script.crossOrigin = 'anonymous'
    script.addEventListener('load', () => setSettled(true))
    script.addEventListener('error', () => setSettled(true))
    document.head.append(script)
  }, [scriptUrl])
  return settled
}
