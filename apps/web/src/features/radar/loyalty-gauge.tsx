import styles from './loyalty-gauge.module.css'
import { meterAngle } from './relist-rows.ts'

/** How loyal a wallet is to our own marketplace, as a gauge with a needle. */
export function LoyaltyGauge({ loyalty }: { loyalty: number }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the browser's own meter cannot be drawn as a gauge.
    <div
      className={styles.gauge}
      role="meter"
      aria-label="Your Loyalty Score"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={loyalty}
    >
      <svg viewBox="0 0 160 92" aria-hidden="true">
        <path className={styles.track} d="M14 82a66 66 0 0 1 132 0" pathLength="100" />
        <path
          className={styles.full}
          d="M14 82a66 66 0 0 1 132 0"
          pathLength="100"
          style={{ strokeDasharray: `${loyalty} 100`, opacity: loyalty === 0 ? 0 : 1 }}
        />
        <g style={{ transform: `rotate(${meterAngle(loyalty)}deg)` }} className={styles.needle}>
          <path d="M80 82V30" />
        </g>
        <circle className={styles.hub} cx="80" cy="82" r="5" />
      </svg>
      <span className={styles.value}>{loyalty}%</span>
      <span className={styles.label}>Your Loyalty Score</span>
    </div>
  )
}
