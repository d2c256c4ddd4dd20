import { formatChange } from '../../shared/format/number.ts'
import styles from './change.module.css'

/** A change in percent with sign, arrow and colour. */
export function Change({ percent }: { percent: number | null }) {
  const text = formatChange(percent)
  const trend = !/[1-9]/.test(text) ? 'flat' : (percent ?? 0) > 0 ? 'up' : 'down'
  return (
    <span className={styles.change} data-trend={trend}>
      {trend === 'up' && <span aria-hidden="true">▲</span>}
      {trend === 'down' && <span aria-hidden="true">▼</span>}
      {text}
    </span>
  )
}
