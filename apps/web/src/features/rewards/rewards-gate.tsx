import { Button } from '@opal/ui/controls/button'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Gift } from 'lucide-react'
import { openConnect } from '../../app/commands.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { useHydrated } from '../../shared/hooks/use-hydrated.ts'
import { PointsFormula } from './points-formula.tsx'
import styles from './rewards-gate.module.css'

/**
 * Points need a wallet; how they are made needs none. Hides the server's rendering where a wallet is stored.
 * @source docs/product/site.md#airdrop-link
 */
export function RewardsGate() {
  const { status } = useStore(walletSession)
  const isHydrated = useHydrated()
  const busy = status === 'waiting' || status === 'restoring' || status === 'connecting'
  return (
    <div className={styles.gate} data-prerendered={!isHydrated || undefined}>
      <EmptyState
        title="Connect a wallet to see your points"
        reason="Your points, rank and the season 1 leaderboard. No signature needed."
        icon={<Gift aria-hidden="true" />}
        action={
          <Button variant="primary" busy={busy} onClick={() => openConnect()}>
            Connect Wallet
          </Button>
        }
      />
      <PointsFormula />
    </div>
  )
}
