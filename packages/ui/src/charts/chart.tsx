import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import styles from './chart.module.css'
import {
  type ChartAxis,
  type ChartGeometry,
  type ChartPane,
  layOutChart,
  MARGIN,
  nearestIndex,
} from './chart-geometry.ts'
import { ChartMarks } from './chart-marks.tsx'

export interface ChartProps {
  /** Accessible name. */
  readonly label: string
  /** Positions of the values along the axis, ascending. */
  readonly positions: readonly number[]
  /** Stacked series over the same positions. */
  readonly panes: readonly ChartPane[]
  /** `each`: every position has its own label. */
  readonly axis: ChartAxis
  readonly formatPosition: (position: number) => string
  /** Returns the text of a position; the first line names the position. */
  readonly readout: (index: number) => readonly string[]
}

/** Keys and the positions they move by; Home and End go to the ends. */
const MOVES: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Data series over an axis, with a readout under the pointer or by arrow keys. */
export function Chart(props: ChartProps) {
  const { label, positions, panes, axis, readout } = props
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [at, setAt] = useState<number | null>(null)
  const geometry = useMemo(() => layOutChart(positions, panes, axis, width), [positions, panes, axis, width])
  const last = positions.length - 1
  const index = at === null ? null : Math.min(at, last)
  const point = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    setAt(nearestIndex(geometry, event.clientX - box.left, event.clientY - box.top))
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setAt(null)
    const by = MOVES[event.key]
    // With Alt or ⌘ an arrow key is the browser's Back.
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    // Without an active point, the first key enters from the end that it moves away from.
    setAt((before) => Math.max(0, Math.min(last, (before ?? (by < 0 ? last + 1 : -1)) + by)))
  }
  const lines = index === null ? null : readout(index)
  return (
    // Exposed as a slider: one of many positions, each with a text.
    <div
      ref={frame}
      className={styles.chart}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={index ?? 0}
      aria-valuetext={lines === null ? 'Use the arrow keys to read the values' : lines.join(', ')}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setAt(null)}
      onBlur={() => setAt(null)}
      onKeyDown={move}
    >
      <svg className={styles.svg} width={width} height={geometry.height} aria-hidden="true">
        <ChartMarks geometry={geometry} width={width} index={index} formatPosition={props.formatPosition} />
      </svg>
      {index !== null && lines !== null && <Readout geometry={geometry} width={width} index={index} lines={lines} />}
    </div>
  )
}

function Readout(props: { geometry: ChartGeometry; width: number; index: number; lines: readonly string[] }) {
  const { geometry, width, index, lines } = props
  const x = geometry.xs[index] ?? 0
  const [position, ...values] = lines
  const side = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 }
  return (
    <div className={styles.readout} style={{ top: MARGIN.top, ...side }} aria-hidden="true">
      <div className={styles.position}>{position}</div>
      {values.map((value) => (
        <div key={value}>{value}</div>
      ))}
    </div>
  )
}

/** Returns the measured width of an element in px; a default where nothing is laid out. */
function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(640)
  // Before the first paint: a default wider than the window would scroll the page sideways.
  useLayoutEffect(() => {
    if (frame.current === null) return
    const first = Math.floor(frame.current.getBoundingClientRect().width)
    if (first > 0) setWidth(first)
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame])
  return width
}
