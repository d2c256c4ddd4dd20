/** One data series over the chart's positions. */
export interface ChartPane {
  readonly name: string
  /** A step holds from its position to the next (`step-after`), or from the one before up to its own (`step-before`). */
  readonly kind: LineKind | 'bars' | 'dots'
  readonly tone: 'main' | 'positive' | 'neutral'
  /** One per position; null is a gap. */
  readonly values: readonly (number | null)[]
  readonly format: (value: number) => string
  /** Height in px. */
  readonly height: number
}

export type LineKind = 'line' | 'step-after' | 'step-before'
export type ChartAxis = 'time' | 'number' | 'each'

/** Space in px around the panes, for the labels of the axes. */
export const MARGIN = { top: 10, right: 12, bottom: 24, left: 58 } as const
/** The last label of a pane and the first of the next overlap it. */
const PANE_GAP = 22
const TICK_WIDTH = { time: 80, number: 90, each: 1 } as const

/** A pane in px: the positions of its values and ticks. */
export interface PlacedPane {
  readonly pane: ChartPane
  readonly top: number
  readonly bottom: number
  readonly ys: readonly (number | null)[]
  readonly ticks: readonly { readonly y: number; readonly label: string }[]
}

/** The geometry of a chart in px. */
export interface ChartGeometry {
  readonly height: number
  readonly xs: readonly number[]
  /** Width of a bar. */
  readonly barWidth: number
  readonly ticks: readonly { readonly x: number; readonly value: number }[]
  readonly panes: readonly PlacedPane[]
}

/** Returns the height in px of a chart with panes of these heights: its place while its data loads. */
export function chartHeight(...panes: readonly number[]): number {
  return MARGIN.top + panes.reduce((sum, height) => sum + height + PANE_GAP, 0) - PANE_GAP + MARGIN.bottom
}

/** Computes the geometry of a chart for a width. @param positions ascending. */
export function layOutChart(
  positions: readonly number[],
  panes: readonly ChartPane[],
  axis: ChartAxis,
  width: number,
): ChartGeometry {
  const inner: Span = [MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)]
  const span = spanOf(positions) ?? [0, 1]
  // Bars are centred on their position: the first and the last need half a step of space.
  const hasBars = panes.some(({ kind }) => kind === 'bars')
  const half = hasBars ? (span[1] - span[0] || 1) / Math.max(1, positions.length - 1) / 2 : 0
  const domain: Span = [span[0] - half, span[1] + half]
  let top: number = MARGIN.top
  const placed = panes.map((pane) => {
    const result = placePane(pane, top)
    top = result.bottom + PANE_GAP
    return result
  })
  const step = (inner[1] - inner[0]) / Math.max(1, positions.length)
  return {
    height: chartHeight(...panes.map(({ height }) => height)),
    xs: positions.map((position) => place(position, domain, inner)),
    barWidth: Math.max(1, Math.min(axis === 'each' ? 56 : 24, step * 0.7)),
    ticks: xTicks(positions, span, axis, inner[1] - inner[0]).map((value) => ({
      value,
      x: place(value, domain, inner),
    })),
    panes: placed,
  }
}

/** Between counts there is nothing to label: no two ticks may be less than one apart. */
function mostTicks(positions: readonly number[], [low, high]: Span): number {
  return positions.every(Number.isInteger) ? Math.max(1, high - low) : Number.POSITIVE_INFINITY
}

function xTicks(positions: readonly number[], span: Span, axis: ChartAxis, width: number): readonly number[] {
  if (axis === 'each') return positions
  const wanted = Math.floor(width / TICK_WIDTH[axis])
  if (axis === 'number') return niceTicks(span, Math.min(Math.max(3, wanted), mostTicks(positions, span)))
  // The time zone offset at the span's end. A change of it within the span moves ticks by an hour at most.
  const offset = -new Date(span[1]).getTimezoneOffset() * 60_000
  return timeTicks(span, Math.max(2, wanted), offset)
}

function placePane(pane: ChartPane, top: number): PlacedPane {
  const bottom = top + pane.height
  const wanted = Math.max(1, Math.floor(pane.height / 48))
  const span = niceSpan(spanOf(pane.values) ?? [0, 1], wanted, pane.kind !== 'line' && pane.kind !== 'dots')
  const y = (value: number) => place(value, span, [bottom, top])
  return {
    pane,
    top,
    bottom,
    ys: pane.values.map((value) => (value === null ? null : y(value))),
    ticks: niceTicks(span, wanted).map((value) => ({ y: y(value), label: pane.format(value) })),
  }
}

/** A label below the axis. */
export interface AxisLabel {
  /** Its middle. */
  readonly x: number
  readonly text: string
}

/** Width of a character in px at most, and of the gap between two labels at least. */
const CHARACTER_WIDTH = 7
const LABEL_GAP = 6

/** Returns the labels of ticks: each, or every second, third … where they would lie over each other. @param width of the chart. */
export function legibleLabels(
  ticks: ChartGeometry['ticks'],
  format: (value: number) => string,
  width: number,
): readonly AxisLabel[] {
  const every = (step: number) =>
    ticks
      .filter((_, order) => order % step === 0)
      .map(({ x, value }) => {
        const text = format(value)
        // A label that would overflow an edge is moved off the middle of its tick only as far as needed: any further and it would mark another tick.
        const half = halfOf(text)
        return { x: Math.max(half, Math.min(x, width - half)), text }
      })
  for (let step = 1; step < ticks.length; step += 1) {
    const labels = every(step)
    if (labels.every((label, order) => order === 0 || isClear(labels[order - 1] ?? label, label))) return labels
  }
  return every(Math.max(1, ticks.length))
}

function isClear(before: AxisLabel, label: AxisLabel): boolean {
  return before.x + halfOf(before.text) + LABEL_GAP <= label.x - halfOf(label.text)
}

/** Returns half of the width of a text in px, at most. */
function halfOf(text: string): number {
  return (text.length * CHARACTER_WIDTH) / 2
}

/** Returns the SVG path through the points, straight or in steps; a gap interrupts it. */
export function linePath(xs: readonly number[], ys: readonly (number | null)[], kind: LineKind): string {
  let path = ''
  let penDown = false
  ys.forEach((y, index) => {
    const x = xs[index]
    if (y !== null && x !== undefined) {
      path += penDown ? stroke(round(x), round(y), kind) : `M${round(x)} ${round(y)}`
    }
    penDown = y !== null
  })
  return path
}

function stroke(x: number, y: number, kind: LineKind): string {
  if (kind === 'line') return `L${x} ${y}`
  return kind === 'step-after' ? `H${x}V${y}` : `V${y}H${x}`
}

/** Returns the index of the point nearest to a pointer position: in both directions for dots, else along the axis. */
export function nearestIndex({ xs, panes }: ChartGeometry, x: number, y: number): number | null {
  const dots = panes.find(({ pane }) => pane.kind === 'dots')
  let nearest: number | null = null
  let least = Number.POSITIVE_INFINITY
  xs.forEach((at, index) => {
    const distance = Math.hypot(at - x, dots === undefined ? 0 : (dots.ys[index] ?? y) - y)
    if (distance >= least) return
    least = distance
    nearest = index
  })
  return nearest
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A span of values, lowest first. */
export type Span = readonly [low: number, high: number]

/** Returns the lowest and highest of the values; null when there are none. */
export function spanOf(values: readonly (number | null)[]): Span | null {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value === null) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low > high ? null : [low, high]
}

/** Maps a value linearly from one span to another. Returns the middle for a span without width. */
export function place(value: number, from: Span, to: Span): number {
  const width = from[1] - from[0]
  return width === 0 ? (to[0] + to[1]) / 2 : to[0] + ((value - from[0]) / width) * (to[1] - to[0])
}

/** Returns round values (1, 2 or 5 times a power of ten) across a span, about as many as wanted. */
export function niceTicks([low, high]: Span, wanted: number): readonly number[] {
  if (high <= low || wanted < 1) return [low]
  const step = niceStep(high - low, wanted)
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step)
}

/** Widens a span to round values, so that the axis ends on a tick. @param fromZero includes zero, for amounts. */
export function niceSpan([low, high]: Span, wanted: number, fromZero: boolean): Span {
  const from = fromZero ? Math.min(0, low) : low
  const width = high - from || Math.abs(high) || 1
  const step = niceStep(width, wanted)
  const floor = Math.floor(from / step + 1e-9) * step
  return [floor, Math.max(floor + step, Math.ceil(high / step - 1e-9) * step)]
}

/** Smallest power of ten that a float can be divided by. */
const LEAST_POWER = -300

function niceStep(width: number, wanted: number): number {
  const rough = width / wanted
  const power = 10 ** Math.max(LEAST_POWER, Math.floor(Math.log10(rough)))
  return power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10)
}

const HOUR_MS = 3_600_000
/** Hours between time ticks: parts of a day, days, weeks, months of thirty days. */
const TIME_STEPS = [1, 2, 3, 6, 12, 24, 48, 96, 168, 336, 720, 1440, 2160] as const
const LONGEST_STEP = 2160
/** Longer axes are labelled with days, so no day may have two ticks. */
const DAYS_ONLY_FROM_HOURS = 72

/**
 * Returns whole hours or midnights across a span of milliseconds, at most as many as wanted (or those of the longest step).
 * @param offset of the local time zone from UTC, in milliseconds.
 */
export function timeTicks([low, high]: Span, wanted: number, offset: number): readonly number[] {
  const span = (high - low) / HOUR_MS
  const steps = TIME_STEPS.filter((step) => span <= DAYS_ONLY_FROM_HOURS || step >= 24)
  const hours = steps.find((step) => span / step <= wanted) ?? LONGEST_STEP
  const step = hours * HOUR_MS
  const first = Math.ceil((low + offset) / step)
  const last = Math.floor((high + offset) / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step - offset)
}
