import styles from './sparkline.module.css'

export interface SparklineProps {
  /** Oldest first; null is a gap. Only the shape matters, so the unit is the caller's. */
  points: readonly (number | null)[]
  /** Colours the line: the caller may know the change more exactly than by the first and last of the points. */
  trend: 'up' | 'down' | 'flat'
  /** Accessible description. */
  label: string
  width?: number
  height?: number
}

/** A small line chart without axes. */
export function Sparkline({ points, trend, label, width = 88, height = 28 }: SparklineProps) {
  const path = sparklinePath(points, width, height)
  if (path === null) return <span className={styles.none}>-</span>
  return (
    <svg className={styles.line} data-trend={trend} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <title>{label}</title>
      <path d={path} />
    </svg>
  )
}

const INSET = 2

/**
 * Returns the SVG path through the points, scaled to the box; a gap interrupts it.
 * @returns null with fewer than two known points.
 */
export function sparklinePath(points: readonly (number | null)[], width: number, height: number): string | null {
  const known = points.filter((point) => point !== null)
  if (known.length < 2) return null
  const low = Math.min(...known)
  const range = Math.max(...known) - low
  const stepX = (width - 2 * INSET) / (points.length - 1)
  const y = (value: number) =>
    range === 0 ? height / 2 : height - INSET - ((value - low) / range) * (height - 2 * INSET)

  const steps: string[] = []
  let penDown = false
  points.forEach((point, index) => {
    if (point !== null) steps.push(`${penDown ? 'L' : 'M'}${round(INSET + index * stepX)} ${round(y(point))}`)
    penDown = point !== null
  })
  return steps.join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
