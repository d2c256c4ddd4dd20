import { formatChange } from '../../shared/format/number.ts'
import styles from './change.module.css'

/** A change in percent with sign, arrow and colour. */
export function Change({ percent }: { percent: number | null }) {
  const trend = changeTrend(percent)
  return (
    <span className={styles.change} data-trend={trend}>
      {trend === 'up' && <span aria-hidden="true">▲</span>}
      {trend === 'down' && <span aria-hidden="true">▼</span>}
      {formatChange(percent)}
    </span>
  )
}

/** Returns the direction of a change as displayed: a change that rounds to zero is flat. */
export function changeTrend(percent: number | null): 'up' | 'down' | 'flat' {
  if (!/[1-9]/.test(formatChange(percent))) return 'flat'
  return (percent ?? 0) > 0 ? 'up' : 'down'
}
