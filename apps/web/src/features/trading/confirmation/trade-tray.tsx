import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { transactionUrl } from '../../../app/paths.ts'
import { useSite } from '../../../app/site.tsx'
import { AddressIdenticon } from '../../../entities/wallet/address-identicon.tsx'
import { LaterAddressName } from '../../../entities/wallet/later-address-name.tsx'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { floatingTray } from '../../../shared/hooks/docked-bar.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { isInteracting } from '../../../shared/lists/use-interaction-end.ts'
import { FailureDetails } from '../dialog/failure-details.tsx'
import { tradeStateLabel } from '../dialog/trade-labels.ts'
import { dismissTrade, isInTray, isSettled, stopWaiting, type Trade, trades } from './pending-trades.ts'
import { usePurchaseEnd } from './purchase-end.ts'
import styles from './trade-tray.module.css'

export interface TradeTrayProps {
  /** Whether a trading dialog is open, which says the same. */
  isHidden?: boolean
}

/** How long a success stays in sight, and how often that is checked, in milliseconds. */
const SUCCESS_SHOWN_MS = 8_000
const CHECK_EVERY_MS = 1_000

/**
 * Lists the trades of this browser that are under way; until they are closed or another page is opened, those that failed; and for a while
 * those that were confirmed after a reload. A toast says which others were confirmed.
 */
export default function TradeTray({ isHidden = false }: TradeTrayProps) {
  useDismissalByPage()
  const all = useStore(trades).filter(isInTray)
  if (all.length === 0) return null
  return (
    <section ref={floatingTray} className={styles.tray} aria-label="Your transactions" data-tray="" hidden={isHidden}>
      <ul>
        {all.map((trade) => (
          <TrayItem key={trade.id} trade={trade} isHidden={isHidden} />
        ))}
      </ul>
    </section>
  )
}

/** Dismisses trades that have ended when another page is opened: the tray covers a part of it. */
function useDismissalByPage(): void {
  const { pathname } = useLocation()
  const shownAt = useRef(pathname)
  useEffect(() => {
    if (shownAt.current === pathname) return
    shownAt.current = pathname
    for (const trade of trades.get()) {
      const { id, state } = trade
      if (state === 'failed' || (state === 'confirmed' && isInTray(trade))) dismissTrade(id)
    }
  }, [pathname])
}

const ICONS = { failed: CircleAlert, confirmed: CircleCheck, waiting: LoaderCircle }

/**
 * Dismisses a success that has been in sight for a while. The time starts again after the pointer or the focus was in the tray, or the page
 * in the background: nobody loses what they read or have not seen.
 * @param isShown false for what stays.
 */
function useDismissalByTime(id: string, line: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return
    let shownMs = 0
    const timer = setInterval(() => {
      const isHeld = document.visibilityState === 'hidden' || isInteracting(line.current?.parentElement ?? null)
      shownMs = isHeld ? 0 : shownMs + CHECK_EVERY_MS
      if (shownMs >= SUCCESS_SHOWN_MS) dismissTrade(id)
    }, CHECK_EVERY_MS)
    return () => clearInterval(timer)
  }, [id, line, isShown])
}

function shownState({ state }: Trade): keyof typeof ICONS {
  if (state === 'failed' || state === 'lost') return 'failed'
  return state === 'confirmed' ? 'confirmed' : 'waiting'
}

function TrayItem({ trade, isHidden }: { trade: Trade; isHidden: boolean }) {
  const { config } = useSite()
  const { address } = useStore(walletSession)
  const line = useRef<HTMLLIElement>(null)
  const purchase = usePurchaseEnd(trade)
  useDismissalByTime(trade.id, line, trade.state === 'confirmed' && purchase.isComplete && !isHidden)
  const state = shownState(trade)
  const Icon = ICONS[state]
  return (
    <li ref={line} className={styles.item} data-state={state}>
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
              {purchase.words}
            </a>
          )}
        </p>
        <FailureDetails vmStatus={trade.vmStatus} />
      </div>
      {trade.state === 'unanswered' && (
        <Button size="sm" aria-label={`Stop waiting for ${trade.doing}`} onClick={() => stopWaiting(trade.id)}>
          Stop waiting
        </Button>
      )}
      {isSettled(trade) && (
        <IconButton label="Close" size="sm" onClick={() => dismissTrade(trade.id)}>
          <X />
        </IconButton>
      )}
    </li>
  )
}
