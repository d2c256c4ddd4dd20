import styles from './chart.module.css'
import { type ChartGeometry, linePath, MARGIN, type PlacedPane } from './chart-geometry.ts'

/** Px of a dot's radius, and of the one that is read out. */
const DOT = 3
const READ_DOT = 5

export interface ChartMarksProps {
  geometry: ChartGeometry
  width: number
  /** What is read out now. */
  index: number | null
  formatPosition(position: number): string
}

/** What a chart draws: axes, lines, bars, dots, and a hair through what is read out. */
export function ChartMarks({ geometry, width, index, formatPosition }: ChartMarksProps) {
  const bottom = geometry.panes.at(-1)?.bottom ?? 0
  const hair = index === null ? undefined : geometry.xs[index]
  return (
    <>
      {geometry.ticks.map(({ x, value }, order) => (
        <text
          key={value}
          className={styles.tick}
          x={x}
          y={bottom + 18}
          textAnchor={anchorOf(order, geometry.ticks.length, x, width)}
        >
          {formatPosition(value)}
        </text>
      ))}
      {hair !== undefined && <line className={styles.hair} x1={hair} x2={hair} y1={MARGIN.top} y2={bottom} />}
      {geometry.panes.map((placed) => (
        <g key={placed.pane.name} data-tone={placed.pane.tone} className={styles.pane}>
          <Grid placed={placed} width={width} />
          <Figure placed={placed} geometry={geometry} />
          <ReadMark placed={placed} geometry={geometry} index={index} />
        </g>
      ))}
    </>
  )
}

// The first and the last would hang over the edge.
function anchorOf(order: number, count: number, x: number, width: number): 'start' | 'middle' | 'end' {
  if (count > 1 && order === count - 1 && x > width - 30) return 'end'
  return count > 1 && order === 0 && x < MARGIN.left + 12 ? 'start' : 'middle'
}

function Grid({ placed, width }: { placed: PlacedPane; width: number }) {
  return placed.ticks.map(({ y, words }) => (
    <g key={y}>
      <line className={styles.grid} x1={MARGIN.left} x2={width - MARGIN.right} y1={y} y2={y} />
      <text className={styles.tick} x={MARGIN.left - 8} y={y + 4} textAnchor="end">
        {words}
      </text>
    </g>
  ))
}

function Figure({ placed, geometry }: { placed: PlacedPane; geometry: ChartGeometry }) {
  const { xs, barWidth } = geometry
  const { pane, ys, bottom } = placed
  if (pane.kind !== 'bars' && pane.kind !== 'dots') {
    const path = linePath(xs, ys, pane.kind)
    // Under a line with gaps there is no one area.
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
    // biome-ignore-start lint/suspicious/noArrayIndexKey: marks have no identity beside their place.
    return pane.kind === 'dots' ? (
      <circle key={index} className={styles.dot} cx={x} cy={y} r={DOT} />
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

function ReadMark({ placed, geometry, index }: { placed: PlacedPane; geometry: ChartGeometry; index: number | null }) {
  const x = index === null ? undefined : geometry.xs[index]
  const y = index === null ? null : (placed.ys[index] ?? null)
  if (x === undefined || y === null || placed.pane.kind === 'bars') return null
  return <circle className={styles.readDot} cx={x} cy={y} r={READ_DOT} />
}
