import type { Activity } from '@opal/contract/activities'
import { Button } from '@opal/ui/controls/button'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Dialog } from '@opal/ui/overlays/dialog'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '../../app/site.tsx'
import { followedWallets, openFollowedWallets, toggleFollowed } from '../../entities/wallet/followed-wallets.ts'
import { useWalletNames } from '../../entities/wallet/use-wallet-names.ts'
import { WalletName } from '../../entities/wallet/wallet-name.tsx'
import { walletPnlQuery } from '../../entities/wallet/wallet-pnl-query.ts'
import { Age } from '../../shared/components/age.tsx'
import { Price } from '../../shared/components/price.tsx'
import { formatCount } from '../../shared/format/number.ts'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './followed-list.module.css'
import { useLastTrades } from './use-last-trades.ts'

export interface FollowedListProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** Wallets of one page: the holdings of each are a call of its own. */
const PAGE_SIZE = 20

/** Lists the wallets that the reader follows with their holdings, each with a button that follows it no longer. */
export default function FollowedList({ open, onOpenChange }: FollowedListProps) {
  useEffect(openFollowedWallets, [])
  useClosedByNavigation(onOpenChange)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Followed wallets">
      <Rows />
    </Dialog>
  )
}

/** The rows of an open list. One that is unfollowed stays until the list is closed, with a button that follows it again. */
function Rows() {
  const followed = useStore(followedWallets)
  const [rows, setRows] = useState(followed)
  const added = followed.filter((address) => !rows.includes(address))
  if (added.length > 0) setRows([...added, ...rows])
  const names = useWalletNames(rows)
  const [count, setCount] = useState(PAGE_SIZE)
  const trades = useLastTrades(rows.slice(0, count))
  if (rows.length === 0)
    return (
      <EmptyState
        title="No followed wallets"
        reason="Follow a wallet from its page, or from the card that opens on its name."
      />
    )
  const placeOf = (row: number) => rows.slice(0, row).filter((address) => followed.includes(address)).length
  return (
    <ul className={styles.list}>
      {rows.slice(0, count).map((address, row) => (
        <Followed
          key={address}
          address={address}
          aptosName={names.get(address) ?? null}
          trade={trades.get(address) ?? null}
          isFollowed={followed.includes(address)}
          onToggle={() => toggleFollowed(address, placeOf(row))}
        />
      ))}
      {rows.length > count && (
        <li className={styles.more}>
          <Button onClick={() => setCount(count + PAGE_SIZE)}>Show more</Button>
        </li>
      )}
    </ul>
  )
}

interface FollowedProps {
  address: string
  aptosName: string | null
  /** Its last trade; null without one. */
  trade: Activity | null
  isFollowed: boolean
  onToggle(): void
}

/** Shows a followed wallet with its holdings and its last trade. */
function Followed({ address, aptosName, trade, isFollowed, onToggle }: FollowedProps) {
  const action = isFollowed ? 'Unfollow' : 'Follow'
  const { api } = useSite()
  const { data, isLoadingError } = useQuery(walletPnlQuery(api, address))
  return (
    <li className={styles.row}>
      <span className={styles.who}>
        <WalletName wallet={{ walletAddress: address, aptosName, isWalletAddress: true }} />
        <span className={styles.holdings}>
          {data !== undefined && (
            <>
              {formatCount(data.totalCount)} {data.totalCount === '1' ? 'item' : 'items'}, est.{' '}
              <Price octas={data.estimatedPrice} />
            </>
          )}
          {isLoadingError && 'Couldn’t load holdings'}
        </span>
        {trade !== null && (
          <span className={styles.trade}>
            Last trade <Age micros={trade.atMicros} ago />: {trade.from === address ? 'sold' : 'bought'}{' '}
            {trade.tokenName ?? trade.collectionName ?? 'an item'} for <Price octas={trade.price} />
          </span>
        )}
      </span>
      <Button size="sm" aria-label={`${action} ${aptosName ?? address}`} onClick={onToggle}>
        {action}
      </Button>
    </li>
  )
}

/** Closes a dialog whose link led to another page. */
function useClosedByNavigation(onOpenChange: (open: boolean) => void): void {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current !== pathname) onOpenChange(false)
    before.current = pathname
  }, [pathname, onOpenChange])
}
