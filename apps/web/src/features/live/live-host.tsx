import { whenHydrated } from '@opal/ui/data/hydration-boundary'
import { useEffect } from 'react'
import { useSite } from '../../app/site.tsx'

/**
 * Opens the live connection once the whole page is hydrated, as its messages change what the server rendered; its code is loaded
 * meanwhile.
 * @param since ledger version that the page was rendered with; null where it is unknown.
 */
export function LiveHost({ since }: { since: string | null }) {
  const { config, api } = useSite()
  useEffect(() => {
    let close: (() => void) | null = null
    let unmounted = false
    void import('./live-connection.ts').then(async ({ openLiveConnection }) => {
      await whenHydrated()
      if (!unmounted) close = openLiveConnection(config.apiUrl, api, since)
    })
    return () => {
      unmounted = true
      close?.()
    }
  }, [config.apiUrl, api, since])
  return null
}
