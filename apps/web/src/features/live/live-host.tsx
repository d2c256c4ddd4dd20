import { useEffect } from 'react'
import { useSite } from '../../lib/site.tsx'

/** Opens the live connection once the page can be used; the socket's code is loaded then, not before. */
export function LiveHost() {
  const { config, api } = useSite()
  useEffect(() => {
    let close: (() => void) | null = null
    let gone = false
    void import('./live-connection.ts').then(({ openLiveConnection }) => {
      if (!gone) close = openLiveConnection(config.apiUrl, api)
    })
    return () => {
      gone = true
      close?.()
    }
  }, [config.apiUrl, api])
  return null
}
