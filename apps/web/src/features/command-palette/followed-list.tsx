import { Button } from '@opal/ui/controls/button'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Dialog } from '@opal/ui/overlays/dialog'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { followedWallets, openFollowedWallets, toggleFollowed } from '../../entities/wallet/followed-wallets.ts'
import { useWalletNames } from '../../entities/wallet/use-wallet-names.ts'
import { WalletName } from '../../entities/wallet/wallet-name.tsx'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './followed-list.module.css'

export interface FollowedListProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** Lists the wallets that the reader follows, each with a button that follows it no longer. */
export default function FollowedList({ open, onOpenChange }: FollowedListProps) {
  useEffect(openFollowedWallets, [])
  useClosedByNavigation(onOpenChange)
  const followed = useStore(followedWallets)
  const names = useWalletNames(open ? followed : [])
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Followed wallets">
      {followed.length === 0 ? (
        <EmptyState
          title="No followed wallets"
          reason="Follow a wallet on its page, or from the card that its name shows."
        />
      ) : (
        <ul className={styles.list}>
          {followed.map((walletAddress) => {
            const aptosName = names.get(walletAddress) ?? null
            return (
              <li key={walletAddress} className={styles.row}>
                <WalletName wallet={{ walletAddress, aptosName, isWalletAddress: true }} />
                <Button
                  size="sm"
                  aria-label={`Unfollow ${aptosName ?? walletAddress}`}
                  onClick={() => toggleFollowed(walletAddress)}
                >
                  Unfollow
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </Dialog>
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
