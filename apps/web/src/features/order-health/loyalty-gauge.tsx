import styles from './loyalty-gauge.module.css'
import { meterAngle } from './relist-rows.ts'

/** From 60 degrees left of the middle to 60 right. */
const ARC = 'M22.84 49a66 66 0 0 1 114.32 0'
/** Drawn 10 degrees to the left: turned by -50 and by 70, the ends of the scale, it points at the ends of the arc. */
const NEEDLE = 'M80 82 70.97 30.79'

/** Gauge of a wallet's loyalty to the native marketplace. */
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
        <path className={styles.track} d={ARC} pathLength="100" />
        <path
          className={styles.full}
          d={ARC}
          pathLength="100"
          style={{ strokeDasharray: `${loyalty} 100`, opacity: loyalty === 0 ? 0 : 1 }}
        />
        <g style={{ transform: `rotate(${meterAngle(loyalty)}deg)` }} className={styles.needle}>
          <path d={NEEDLE} />
        </g>
        <circle className={styles.hub} cx="80" cy="82" r="5" />
      </svg>
      <span className={styles.value}>{loyalty}%</span>
      <span className={styles.label}>Your Loyalty Score</span>
    </div>
  )
}
