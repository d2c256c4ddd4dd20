import type { PortfolioPnl } from '@opal/contract/portfolio/pnl'
import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { Badge } from '@opal/ui/data/badge'
import { ChevronDown, Copy, Download, Wallet } from 'lucide-react'
import { Suspense, useState } from 'react'
import { AddressIdenticon } from '../../entities/wallet/address-identicon.tsx'
import { FollowButton } from '../../entities/wallet/follow-button.tsx'
import { useOwnAddress } from '../../entities/wallet/use-own-address.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { Mounted } from '../../shared/components/mounted.tsx'
import { formatAptExact, formatBalance } from '../../shared/format/apt.ts'
import { copyText } from '../../shared/format/copy-text.ts'
import { formatAddress } from '../../shared/format/name.ts'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './portfolio-head.module.css'
import { OrderHealthButtons } from './summary/order-health-buttons.tsx'
import { PortfolioSummary } from './summary/portfolio-summary.tsx'

const DownloadMenu = lazyPart(() => import('./summary/download-menu.tsx'), DownloadPlaceholder)

export interface PortfolioHeadProps {
  address: string
  /** Its `.apt` name. */
  aptosName: string | null
  pnl: PortfolioPnl
  /** The list below shows one collection alone. */
  isNarrowed: boolean
  /** Whether the reader's wallets are shown side by side. */
  walletsOpen: boolean
  onWalletsOpenChange(open: boolean): void
}

/**
 * Shows the owner and the value of a portfolio; on phones the other amounts and the buttons are one press away.
 * @source docs/product/portfolio-and-pnl.md#head-on-phones
 */
export function PortfolioHead(props: PortfolioHeadProps) {
  const { address, aptosName, pnl, isNarrowed, walletsOpen, onWalletsOpenChange } = props
  const isYou = useOwnAddress() === address
  const [isFolded, setFolded] = useState(true)
  const session = useStore(walletSession)
  const balance = session.address === address ? session.balance : null
  // A heading has room for the whole name.
  const name = isYou ? 'You' : (aptosName ?? formatAddress(address))
  return (
    <>
      <header className={styles.header} data-folded={isFolded || undefined}>
        <AddressIdenticon address={address} size={56} />
        <Owner address={address} name={isYou ? (aptosName ?? name) : name} isMarked={isYou && aptosName !== null} />
        {balance !== null && (
          <p className={styles.balance}>
            <span className={styles.label}>Balance</span>
            <span title={formatAptExact(balance)} data-hint="">
              {formatBalance(balance)} APT
            </span>
          </p>
        )}
        <span className={styles.fold}>
          <IconButton
            label="All stats and actions"
            size="sm"
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
          >
            <ChevronDown />
          </IconButton>
        </span>
        <div className={styles.tools}>
          <FollowButton address={address} />
          <OrderHealthButtons wallet={address} />
          <Button
            icon={<Wallet aria-hidden="true" />}
            aria-expanded={walletsOpen}
            onClick={() => onWalletsOpenChange(!walletsOpen)}
          >
            My wallets
          </Button>
          <Mounted fallback={<DownloadPlaceholder />}>
            <Suspense fallback={<DownloadPlaceholder />}>
              <DownloadMenu address={address} />
            </Suspense>
          </Mounted>
        </div>
      </header>
      <PortfolioSummary key={address} wallet={address} name={name} pnl={pnl} isFolded={isFolded} />
      {isNarrowed && <p className={styles.scope}>Totals cover all collections; the list shows one.</p>}
    </>
  )
}

interface OwnerProps {
  address: string
  name: string
  /** The reader is the owner, which the name does not say. */
  isMarked: boolean
}

function Owner({ address, name, isMarked }: OwnerProps) {
  return (
    <div className={styles.who}>
      <h1 className={styles.name}>
        <span className={styles.text}>{name}</span>
        {isMarked && <Badge>You</Badge>}
      </h1>
      <p className={styles.address}>
        <span className={styles.full}>{address}</span>
        <span className={styles.short} title={address}>
          {formatAddress(address)}
        </span>
        <IconButton label="Copy address" size="sm" onClick={() => void copyText(address, 'Address copied')}>
          <Copy />
        </IconButton>
      </p>
    </div>
  )
}

/** Holds the place of the menu until it is loaded: the balance next to it would move. */
function DownloadPlaceholder() {
  return (
    <span className={styles.placeholder} aria-hidden="true">
      <Button icon={<Download aria-hidden="true" />} tabIndex={-1}>
        Download
      </Button>
    </span>
  )
}
