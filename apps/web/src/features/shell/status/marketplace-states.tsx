import type { MarketplaceInfo } from '@opal/contract/network'
import { useSite } from '../../../app/site.tsx'
import styles from './marketplace-states.module.css'

const LABELS: Readonly<Record<MarketplaceInfo['status'], string>> = {
  active: 'active',
  'cancel-only': 'cancel only',
  history: 'history',
  absent: 'unavailable',
}

const MEANINGS: Readonly<Record<MarketplaceInfo['status'], string>> = {
  active: 'buying, listing and bidding',
  'cancel-only': 'open orders can be canceled; nothing can be bought or listed',
  history: 'history only, no trading',
  absent: 'not on this network',
}

/** The indexed marketplaces with their status. */
export function MarketplaceStates() {
  const { marketplaces } = useSite()
  const present = marketplaces.filter(({ status }) => status !== 'absent')
  if (present.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Supported marketplaces">
      {present.map(({ id, displayName, status }) => (
        <li key={id} className={styles.marketplace} data-status={status} title={`${displayName}: ${MEANINGS[status]}`}>
          <span className={styles.dot} aria-hidden="true" />
          {displayName}
          <span className={status === 'active' ? styles.quiet : styles.state}>{LABELS[status]}</span>
        </li>
      ))}
    </ul>
  )
}
