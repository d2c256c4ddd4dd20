import type { TradeItem } from '@opal/contract/trading/trade'
import { Button } from '@opal/ui/controls/button'
import { Dialog } from '@opal/ui/overlays/dialog'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { tokenPath, transactionUrl, walletPath } from '../../../app/paths.ts'
import { useSite } from '../../../app/site.tsx'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { useSubmittedTrade } from '../confirmation/use-submitted-trade.ts'
import { answerKey } from '../items/item-rows.ts'
import styles from './trade-done.module.css'

/** Most images that are shown. */
const MAX_IMAGES = 8

export interface TradeDoneProps {
  title: string
  /** The message of success, which no toast repeats. */
  message: string
  tradeId: string
  /** Amounts paid or received. */
  summary: ReactNode
  /** Items that were traded. */
  items: readonly TradeItem[]
  walletAddress: string
  /** The main thing to do next. */
  next?: ReactNode
  /** Label of the button that goes on to what follows, where something does: the main thing then. */
  continues?: string
  onClose(): void
  /** The outcome of each item. */
  children?: ReactNode
}

/** Dialog after a confirmed trade: the art, the money, and what can be done next. @source docs/product/trading.md#dialogs-close */
export function TradeDone(props: TradeDoneProps) {
  const { title, message, tradeId, summary, items, walletAddress, next, continues, onClose, children } = props
  const { config } = useSite()
  const hash = useSubmittedTrade(tradeId)?.hash ?? null
  const [only] = items.length === 1 ? items : []
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      width={480}
      footer={
        <div className={styles.next} data-main={next !== undefined || undefined}>
          {next}
          {only?.tokenDataId != null && only.collectionId !== null ? (
            <Link className={styles.link} to={tokenPath(only.collectionId, only.tokenDataId)} onClick={onClose}>
              View item
            </Link>
          ) : (
            <Link className={styles.link} to={walletPath(walletAddress)} onClick={onClose}>
              View in portfolio
            </Link>
          )}
          <Button {...(continues !== undefined && { variant: 'primary' })} onClick={onClose}>
            {continues ?? 'Done'}
          </Button>
        </div>
      }
    >
      <div className={styles.body}>
        <p className={styles.message} role="status">
          {message}
          {hash !== null && (
            <a className={styles.link} href={transactionUrl(config, hash)} target="_blank" rel="noreferrer">
              Transaction
            </a>
          )}
        </p>
        <p className={styles.words}>{summary}</p>
        <ul className={styles.art} data-single={only !== undefined || undefined}>
          {items.slice(0, MAX_IMAGES).map((item) => (
            <li key={answerKey(item)}>
              <ResponsiveImage src={item.image} alt={item.name ?? ''} width={only === undefined ? 128 : 256} />
            </li>
          ))}
          {items.length > MAX_IMAGES && (
            <li className={styles.more}>
              <span aria-hidden="true">+{items.length - MAX_IMAGES}</span>
              <span className={styles.hidden}>and {items.length - MAX_IMAGES} more</span>
            </li>
          )}
        </ul>
        {children}
      </div>
    </Dialog>
  )
}
