import styles from './sparkline.module.css'
import { sparklinePath } from './sparkline-path.ts'

export interface SparklineProps {
  /** Oldest first; null is a gap. Only the shape matters, so the unit is the caller's. */
  points: readonly (number | null)[]
  /** What the line says, in words. */
  label: string
  width?: number
  height?: number
}

/** A word-sized line without axes: the shape of a figure over time, coloured by whether it ended higher. */
export function Sparkline({ points, label, width = 88, height = 28 }: SparklineProps) {
  const known = points.filter((point) => point !== null)
  const path = sparklinePath(points, width, height)
  if (path === null) return <span className={styles.none}>-</span>
  const first = known[0] ?? 0
  const last = known[known.length - 1] ?? 0
  const trend = last > first ? 'up' : last < first ? 'down' : 'flat'
  return (
    <svg className={styles.line} data-trend={trend} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <title>{label}</title>
      <path d={path} />
    </svg>
  )
}
