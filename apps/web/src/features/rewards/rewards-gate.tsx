import { Button } from '@opal/ui/controls/button'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Gift } from 'lucide-react'
import { openConnect } from '../../app/commands.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { PointsFormula } from './points-formula.tsx'

/** Points need a wallet; how they are made needs none. @source docs/product/site.md#airdrop-link */
export function RewardsGate() {
  const { status } = useStore(walletSession)
  const busy = status === 'waiting' || status === 'restoring' || status === 'connecting'
  return (
    <>
      <EmptyState
        title="Connect a wallet to see your points"
        reason="Connect to see your points, rank and the season 1 leaderboard. No signature needed."
        icon={<Gift aria-hidden="true" />}
        action={
          <Button variant="primary" busy={busy} onClick={() => openConnect()}>
            Connect wallet
          </Button>
        }
      />
      <PointsFormula />
    </>
  )
}
