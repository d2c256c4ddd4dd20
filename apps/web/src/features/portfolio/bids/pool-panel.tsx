import type { EndpointOutput } from '@opal/contract/http/endpoint'
import type { getBidPool } from '@opal/contract/trading/pools'
import { Button } from '@opal/ui/controls/button'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useQuery } from '@tanstack/react-query'
import { openTrade } from '../../../app/commands.ts'
import { useSite } from '../../../app/site.tsx'
import { bidPoolQuery } from '../../../entities/order/bid-pool.ts'
import { canWithdrawFrom, hasPools } from '../../../entities/order/marketplace-abilities.ts'
import { Price } from '../../../shared/components/price.tsx'
import { formatCounted } from '../../../shared/format/number.ts'
import styles from './pool-panel.module.css'

/**
 * Shows a wallet's bid pool: its balance, the bids that it pays, and buttons to deposit and withdraw. Where our marketplace allows exits only, what
 * a pool holds can still be withdrawn. Its room is the same before it is known and where there is nothing to show: the list below stays in its place.
 * @source docs/product/bids.md#pool-bids
 */
export function PoolPanel({ wallet, isOwn }: { wallet: string; isOwn: boolean }) {
  const { api, marketplaces } = useSite()
  const marketplace = marketplaces.find(({ isNative }) => isNative)
  const isShown = canWithdrawFrom(marketplace)
  const { data, isLoadingError, refetch } = useQuery({ ...bidPoolQuery(api, wallet), enabled: isShown })
  if (!isShown) return null
  if (isLoadingError) return isOwn ? <FailedPanel onRetry={() => void refetch()} /> : <EmptyPanel />
  if (data === undefined) return <PendingPanel />
  const takesDeposits = isOwn && hasPools(marketplace)
  const isEmpty = data.balance === '0' && data.bids === 0
  return isEmpty && !takesDeposits ? (
    <EmptyPanel />
  ) : (
    <KnownPanel pool={data} isOwn={isOwn} takesDeposits={takesDeposits} />
  )
}

interface KnownPanelProps {
  pool: EndpointOutput<typeof getBidPool>
  isOwn: boolean
  takesDeposits: boolean
}

function KnownPanel({ pool: { balance, bids, exposure }, isOwn, takesDeposits }: KnownPanelProps) {
  const open = (kind: 'pool-deposit' | 'pool-withdrawal') => openTrade({ kind, balance })
  return (
    <section className={styles.panel} aria-label="Bid pool">
      <p className={styles.line}>
        <span className={styles.balance}>
          Bid pool <Price octas={balance} rounding="down" />
        </span>
        <span className={styles.note}>
          {bids === 0
            ? takesDeposits && 'One deposit backs up to 1,000 bids'
            : `${balance === '0' ? 'Can’t pay for' : 'Backs'} ${formatCounted(bids, 'bid')} worth `}
          {bids > 0 && <Price octas={exposure} />}
        </span>
      </p>
      {isOwn && (
        <div className={styles.actions}>
          {takesDeposits && (
            <Button size="sm" onClick={() => open('pool-deposit')}>
              Deposit
            </Button>
          )}
          {balance !== '0' && (
            <Button size="sm" onClick={() => open('pool-withdrawal')}>
              Withdraw
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function FailedPanel({ onRetry }: { onRetry(): void }) {
  return (
    <div className={styles.panel} role="alert">
      <p className={styles.line}>Couldn’t load your bid pool.</p>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

function PendingPanel() {
  return (
    <div className={styles.panel} aria-hidden="true">
      <p className={styles.line}>
        <span className={styles.balance}>
          Bid pool <Skeleton width="64px" />
        </span>
        <span className={styles.note}>
          <Skeleton width="160px" />
        </span>
      </p>
    </div>
  )
}

function EmptyPanel() {
  return <div className={styles.panel} />
}
