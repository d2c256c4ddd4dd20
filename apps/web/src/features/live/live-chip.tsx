import { useStore } from '../../shared/hooks/store.ts'
import { liveStatus } from '../../shared/realtime/live-bus.ts'
import styles from './live-chip.module.css'

/** Lag from which the chip shows it. */
const BEHIND_FROM_SECONDS = 10

/** Shows the state of the live connection: Live, Reconnecting, Paused, or Behind N s. */
export function LiveChip() {
  const { state, behindSeconds } = useStore(liveStatus)
  const behind = state === 'live' && behindSeconds !== null && behindSeconds >= BEHIND_FROM_SECONDS
  const label = {
    connecting: 'Connecting',
    live: behind ? `Behind ${behindSeconds} s` : 'Live',
    reconnecting: 'Reconnecting',
    paused: 'Paused',
  }[state]
  return (
    <span
      className={styles.chip}
      data-state={behind ? 'behind' : state}
      role="status"
      title={state === 'reconnecting' ? 'Data may be out of date' : undefined}
    >
      {label}
    </span>
  )
}
