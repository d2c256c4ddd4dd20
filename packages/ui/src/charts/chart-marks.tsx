import styles from './chart.module.css'
import { type ChartGeometry, legibleLabels, linePath, MARGIN, type PlacedPane } from './chart-geometry.ts'

/** Radius of a dot in px, and of the active one. */
const DOT_RADIUS = 3
const ACTIVE_DOT_RADIUS = 5

export interface ChartMarksProps {
  geometry: ChartGeometry
  width: number
  /** Index of the active point; null for none. */
  index: number | null
  formatPosition(position: number): string
}

/** Draws a chart's axes, lines, bars and dots, and a crosshair at the active point. */
export function ChartMarks({ geometry, width, index, formatPosition }: ChartMarksProps) {
  const bottom = geometry.panes.at(-1)?.bottom ?? 0
  const crosshair = index === null ? undefined : geometry.xs[index]
  return (
    <>
      {legibleLabels(geometry.ticks, formatPosition, width).map(({ x, text }) => (
        <text key={x} className={styles.tick} x={x} y={bottom + 18} textAnchor="middle">
          {text}
        </text>
      ))}
      {crosshair !== undefined && (
        <line className={styles.crosshair} x1={crosshair} x2={crosshair} y1={MARGIN.top} y2={bottom} />
      )}
      {geometry.panes.map((placed) => (
        <g key={placed.pane.name} data-tone={placed.pane.tone} className={styles.pane}>
          <Grid placed={placed} width={width} />
          <Series placed={placed} geometry={geometry} />
          <ActiveDot placed={placed} geometry={geometry} index={index} />
        </g>
      ))}
    </>
  )
}

function Grid({ placed, width }: { placed: PlacedPane; width: number }) {
  return placed.ticks.map(({ y, label }) => (
    <g key={y}>
      <line className={styles.grid} x1={MARGIN.left} x2={width - MARGIN.right} y1={y} y2={y} />
      <text className={styles.tick} x={MARGIN.left - 8} y={y + 4} textAnchor="end">
        {label}
      </text>
    </g>
  ))
}

function Series({ placed, geometry }: { placed: PlacedPane; geometry: ChartGeometry }) {
  const { xs, barWidth } = geometry
  const { pane, ys, bottom } = placed
  if (pane.kind !== 'bars' && pane.kind !== 'dots') {
    const path = linePath(xs, ys, pane.kind)
    // A line with gaps has no single area below it.
    const whole = path.lastIndexOf('M') === 0 && ys.every((y) => y !== null)
    return (
      <>
        {whole && <path className={styles.area} d={`${path}V${bottom}H${xs[0] ?? 0}Z`} />}
        <path className={styles.line} d={path} />
      </>
    )
  }
  return ys.map((y, index) => {
    const x = xs[index]
    if (y === null || x === undefined) return null
    // biome-ignore-start lint/suspicious/noArrayIndexKey: marks have no identity but their position.
    return pane.kind === 'dots' ? (
      <circle key={index} className={styles.dot} cx={x} cy={y} r={DOT_RADIUS} />
    ) : (
      <rect
        key={index}
        className={styles.bar}
        x={x - barWidth / 2}
        y={y}
        width={barWidth}
        height={Math.max(0, bottom - y)}
      />
    )
    // biome-ignore-end lint/suspicious/noArrayIndexKey: as above.
  })
}

function ActiveDot({ placed, geometry, index }: { placed: PlacedPane; geometry: ChartGeometry; index: number | null }) {
  const x = index === null ? undefined : geometry.xs[index]
  const y = index === null ? null : (placed.ys[index] ?? null)
  if (x === undefined || y === null || placed.pane.kind === 'bars') return null
  return <circle className={styles.activeDot} cx={x} cy={y} r={ACTIVE_DOT_RADIUS} />
}
