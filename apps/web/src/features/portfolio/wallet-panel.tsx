import { IconButton } from '@opal/ui/icon-button'
import { Segmented } from '@opal/ui/segmented'
import { showToast } from '@opal/ui/show-toast'
import { Tabs } from '@opal/ui/tabs'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { AddressGem } from '../../lib/address-gem.tsx'
import { formatBalance } from '../../lib/format/apt.ts'
import { formatAddress } from '../../lib/format/name.ts'
import { useStore } from '../../lib/store.ts'
import { walletSession } from '../../lib/wallet-session.ts'
import styles from './wallet-panel.module.css'
import type { WalletView } from './wallet-view.ts'

export interface WalletPanelProps {
  address: string
  view: WalletView
  onViewChange(view: WalletView): void
  /** What the open tab shows. */
  children: ReactNode
}

/** A wallet's page: whose it is, and tabs. */
export function WalletPanel({ address, view, onViewChange, children }: WalletPanelProps) {
  const session = useStore(walletSession)
  const isYou = session.address === address
  return (
    <>
      <header className={styles.header}>
        <AddressGem address={address} size={56} />
        <div>
          <h1 className={styles.name}>{isYou ? 'You' : formatAddress(address)}</h1>
          <p className={styles.address}>
            <span className={styles.full}>{address}</span>
            <IconButton label="Copy address" size="sm" onClick={() => void copyAddress(address)}>
              <Copy />
            </IconButton>
          </p>
        </div>
        {isYou && session.balance !== null && (
          <p className={styles.balance}>
            <span className={styles.label}>Balance</span>
            {formatBalance(session.balance)} APT
          </p>
        )}
      </header>
      <Tabs
        label="Wallet"
        value={view.tab}
        onValueChange={(tab) => onViewChange({ ...view, tab })}
        tabs={[
          { value: 'items', label: 'Items' },
          { value: 'activity', label: 'Activity' },
        ]}
        aside={
          view.tab === 'items' && (
            <Segmented
              label="Which items"
              value={view.filter}
              onValueChange={(filter) => onViewChange({ ...view, filter })}
              options={[
                { value: 'all', face: 'All' },
                { value: 'listed', face: 'Listed' },
                { value: 'unlisted', face: 'Unlisted' },
              ]}
            />
          )
        }
      >
        <div className={styles.content}>{children}</div>
      </Tabs>
    </>
  )
}

async function copyAddress(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    await showToast('Address copied')
  } catch {
    await showToast('The browser does not allow copying here.', 'error')
  }
}
