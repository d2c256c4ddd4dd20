import { IconButton } from '@opal/ui/controls/icon-button'
import { CircleAlert, LoaderCircle, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { transactionUrl } from '../../../app/paths.ts'
import { useSite } from '../../../app/site.tsx'
import { AddressIdenticon } from '../../../entities/wallet/address-identicon.tsx'
import { LaterAddressName } from '../../../entities/wallet/later-address-name.tsx'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { useStore } from '../../../shared/hooks/store.ts'
import { FailureDetails } from '../dialog/failure-details.tsx'
import { tradeStateLabel } from '../dialog/trade-labels.ts'
import { dismissTrade, isSettled, type Trade, trades } from './pending-trades.ts'
import styles from './trade-tray.module.css'

export interface TradeTrayProps {
  /** Whether a trading dialog is open, which says the same. */
  isHidden?: boolean
}

/** Lists the trades of this browser that are under way, and those that failed until they are closed or another page is opened. A toast says which were confirmed. */
export default function TradeTray({ isHidden = false }: TradeTrayProps) {
  useDismissalByPage()
  const all = useStore(trades).filter(({ state }) => state !== 'confirmed')
  if (all.length === 0) return null
  return (
    <section className={styles.tray} aria-label="Your transactions" data-tray="" hidden={isHidden}>
      <ul>
        {all.map((trade) => (
          <TrayItem key={trade.id} trade={trade} />
        ))}
      </ul>
    </section>
  )
}

/** Dismisses failed trades when another page is opened: the tray covers a part of it. */
function useDismissalByPage(): void {
  const { pathname } = useLocation()
  const shownAt = useRef(pathname)
  useEffect(() => {
    if (shownAt.current === pathname) return
    shownAt.current = pathname
    for (const { id, state } of trades.get()) if (state === 'failed') dismissTrade(id)
  }, [pathname])
}

function TrayItem({ trade }: { trade: Trade }) {
  const { config } = useSite()
  const { address } = useStore(walletSession)
  const failed = trade.state === 'failed' || trade.state === 'lost'
  const Icon = failed ? CircleAlert : LoaderCircle
  return (
    <li className={styles.item} data-state={failed ? 'failed' : 'waiting'}>
      <span className={styles.art}>
        <ResponsiveImage src={trade.image} alt={trade.doing} width={40} decorative />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          {trade.doing}
          {address !== trade.walletAddress && (
            <span className={styles.signer}>
              {' '}
              with <AddressIdenticon address={trade.walletAddress} size={14} />{' '}
              <LaterAddressName address={trade.walletAddress} />
            </span>
          )}
        </p>
        <p className={styles.state}>
          <Icon aria-hidden="true" />
          {trade.hash === null ? (
            <span>{tradeStateLabel(trade)}</span>
          ) : (
            <a href={transactionUrl(config, trade.hash)} target="_blank" rel="noreferrer" title={trade.hash}>
              {tradeStateLabel(trade)}
            </a>
          )}
        </p>
        <FailureDetails vmStatus={trade.vmStatus} />
      </div>
      {isSettled(trade) && (
        <IconButton label="Close" size="sm" onClick={() => dismissTrade(trade.id)}>
          <X />
        </IconButton>
      )}
    </li>
  )
}
