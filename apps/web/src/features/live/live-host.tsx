import { useEffect } from 'react'
import { useSite } from '../../app/site.tsx'

/**
 * Opens the live connection once the page can be used; the socket's code is loaded then, not before.
 * @param since ledger version that the page was rendered with; null where it is not known.
 */
export function LiveHost({ since }: { since: string | null }) {
  const { config, api } = useSite()
  useEffect(() => {
    let close: (() => void) | null = null
    let gone = false
    void import('./live-connection.ts').then(({ openLiveConnection }) => {
      if (!gone) close = openLiveConnection(config.apiUrl, api, since)
    })
    return () => {
      gone = true
      close?.()
    }
  }, [config.apiUrl, api, since])
  return null
}
