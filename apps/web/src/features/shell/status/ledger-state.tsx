import { formatCount } from '../../../shared/format/number.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { type LiveStatus, liveStatus } from '../../../shared/realtime/live-bus.ts'
import styles from '../footer/footer.module.css'

/** A smaller lag counts as none: indexing a block takes a moment. */
const MAX_LAG_SECONDS = 2

/** The last indexed ledger version and the lag behind the chain, where they are known. */
export function LedgerState() {
  const { state, version, behindSeconds } = useStore(liveStatus)
  if (version === null) return null
  const isUpToDate = state === 'live' && behindSeconds !== null && behindSeconds <= MAX_LAG_SECONDS
  return (
    <span className={styles.ledger} title="Latest ledger version read from the chain, and how far behind it is">
      Ledger {formatCount(version)}
      {isUpToDate ? <span className={styles.usual}>, up to date</span> : claimOf(state, behindSeconds)}
    </span>
  )
}

function claimOf(state: LiveStatus['state'], behindSeconds: number | null): string {
  if (state !== 'live') return ', last known'
  return behindSeconds === null ? '' : `, ${behindSeconds} s behind`
}
