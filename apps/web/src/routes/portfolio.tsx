import { Button } from '@opal/ui/controls/button'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Wallet } from 'lucide-react'
import { useEffect } from 'react'
import { type MetaFunction, useLocation, useNavigate, useRouteError } from 'react-router'
import { openConnect } from '../app/commands.ts'
import { ErrorPage } from '../app/failures/error-page.tsx'
import { headConfig, pageHead } from '../app/head/page-head.ts'
import { walletPath } from '../app/paths.ts'
import { useOwnAddress } from '../entities/wallet/use-own-address.ts'
import { walletSession } from '../entities/wallet/wallet-session.ts'
import { useStore } from '../shared/hooks/store.ts'
import { useHydrated } from '../shared/hooks/use-hydrated.ts'
import styles from './portfolio.module.css'

export const meta: MetaFunction = ({ matches }) =>
  pageHead(headConfig(matches), {
    title: 'Portfolio',
    description: 'Your NFTs on Aptos: listings, bids, trades, profit and loss.',
    path: '/portfolio',
  })

/**
 * Leads to the portfolio of the connected wallet, or asks for one. Hides the server's rendering where a wallet is stored.
 * @source docs/product/site.md#portfolio-link
 */
export default function PortfolioPage() {
  const address = useOwnAddress()
  const { status } = useStore(walletSession)
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (address !== null) void navigate(walletPath(address) + search, { replace: true })
  }, [address, search, navigate])
  const isHydrated = useHydrated()
  if (address !== null) return <main aria-busy />
  const isBusy = status === 'waiting' || status === 'restoring' || status === 'connecting'
  return (
    <main className={styles.page} data-prerendered={!isHydrated || undefined}>
      <h1 className="visually-hidden">Portfolio</h1>
      <EmptyState
        title="Connect a wallet to see your portfolio"
        reason="It shows your items, listings, bids, trades, profit and loss. No signature needed."
        icon={<Wallet aria-hidden="true" />}
        action={
          <Button variant="primary" busy={isBusy} onClick={() => openConnect()}>
            Connect Wallet
          </Button>
        }
      />
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
