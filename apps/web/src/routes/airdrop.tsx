import { type MetaFunction, useRouteError } from 'react-router'
import { ErrorPage } from '../app/failures/error-page.tsx'
import { headConfig, pageHead } from '../app/head/page-head.ts'
import { useOwnAddress } from '../entities/wallet/use-own-address.ts'
import { RewardsGate } from '../features/rewards/rewards-gate.tsx'
import { RewardsPanel } from '../features/rewards/rewards-panel.tsx'
import { parseRewardsView, rewardsSearch } from '../features/rewards/rewards-view.ts'
import { useAddressView } from '../shared/hooks/use-address-view.ts'
import styles from './airdrop.module.css'

export const meta: MetaFunction = ({ matches }) =>
  pageHead(headConfig(matches), {
    title: 'Airdrop',
    description: 'Season 1: your points, your rank, the leaderboard, and how every point is earned.',
    path: '/airdrop',
  })

export default function AirdropPage() {
  const address = useOwnAddress()
  const [view, changeView] = useAddressView({ parse: parseRewardsView, apply: (_, next) => rewardsSearch(next) })
  return (
    <main>
      <h1 className={styles.title}>Airdrop</h1>
      <p className={styles.lead}>
        Trading here earns points that rank you on the season 1 leaderboard, by a formula anyone can check. Points
        aren’t a token, and no token is promised.
      </p>
      {address === null ? <RewardsGate /> : <RewardsPanel address={address} view={view} onViewChange={changeView} />}
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
