import { IconButton } from '@opal/ui/icon-button'
import { CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react'
import { transactionUrl } from '../../lib/paths.ts'
import { Picture } from '../../lib/picture.tsx'
import { useSite } from '../../lib/site.tsx'
import { useStore } from '../../lib/store.ts'
import { dismissTrade, isSettled, type Trade, trades } from './pending-trades.ts'
import styles from './trade-tray.module.css'
import { TRADE_WORDS, tradeStateWords } from './trade-words.ts'

/** What this browser has sent and how it stands. Failures stay until they are closed. */
export default function TradeTray() {
  const all = useStore(trades)
  if (all.length === 0) return null
  return (
    <section className={styles.tray} aria-label="Your transactions">
      <ul>
        {all.map((trade) => (
          <TrayItem key={trade.hash} trade={trade} />
        ))}
      </ul>
    </section>
  )
}

function TrayItem({ trade }: { trade: Trade }) {
  const { config } = useSite()
  const failed = trade.state === 'failed' || trade.state === 'lost'
  const Icon = failed ? CircleAlert : trade.state === 'confirmed' ? CircleCheck : LoaderCircle
  return (
    <li className={styles.item} data-state={failed ? 'failed' : trade.state === 'confirmed' ? 'done' : 'waiting'}>
      <span className={styles.art}>
        <Picture src={trade.tokenImage} alt={trade.tokenName} width={40} decorative />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          {TRADE_WORDS[trade.kind].doing} {trade.tokenName}
        </p>
        <p className={styles.state}>
          <Icon aria-hidden="true" />
          <a href={transactionUrl(config, trade.hash)} target="_blank" rel="noreferrer" title={trade.hash}>
            {tradeStateWords(trade)}
          </a>
        </p>
      </div>
      {isSettled(trade) && (
        <IconButton label="Close" size="sm" onClick={() => dismissTrade(trade.hash)}>
          <X />
        </IconButton>
      )}
    </li>
  )
}
