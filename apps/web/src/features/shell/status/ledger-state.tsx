import { formatUnits } from '../../../shared/format/decimal.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { type LiveStatus, liveStatus } from '../../../shared/realtime/live-bus.ts'
import styles from '../footer/footer.module.css'

/** Behind by less than this is as good as together: a block takes a moment to be read. */
const TOGETHER_SECONDS = 2

/** How far the chain has been read, and how far that is behind it, as long as somebody says so. */
export function LedgerState() {
  const { state, version, behindSeconds } = useStore(liveStatus)
  if (version === null) return null
  return (
    <span className={styles.item} title="Last ledger version that was read from the chain, and how far it is behind">
      Ledger {formatUnits(BigInt(version), 0, { group: true })}
      {claimOf(state, behindSeconds)}
    </span>
  )
}

function claimOf(state: LiveStatus['state'], behindSeconds: number | null): string {
  if (state !== 'live') return ', last known'
  if (behindSeconds === null) return ''
  return behindSeconds <= TOGETHER_SECONDS ? ', up to date' : `, ${behindSeconds} s behind`
}
