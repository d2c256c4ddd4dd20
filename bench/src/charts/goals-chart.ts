import type { Measurement } from '../measurement.ts'
import type { SavedResults } from './saved-results.ts'
import { element, label, logScale, WIDTH, wholeChart } from './svg.ts'

const [TOP, ROW, BOTTOM] = [60, 20, 34]
/** Where names end, and where values begin, px. */
const [NAMES, VALUES] = [250, 610]
/** Part of a goal that the left edge and the right edge mean. */
const RANGE = [1 / 8, 16] as const
const TICKS = [1 / 4, 1 / 2, 1, 2, 4, 8]

/** Draws how much of its goal each measurement reaches, one a row: right of the line it is met. */
export function goalsChart({ benchmark, machine, date, measurements }: SavedResults): string {
  const rows = measurements.filter(({ ratio, goal }) => ratio !== null && goal !== null)
  const place = logScale(RANGE, [NAMES, VALUES - 20])
  const bottom = TOP + rows.length * ROW
  const grid = TICKS.flatMap((tick) => [
    element('line', { x1: place(tick), x2: place(tick), y1: TOP - 6, y2: bottom, class: tick === 1 ? 'goal' : 'grid' }),
    label(place(tick), bottom + 16, tick === 1 ? 'goal' : tickText(tick), { 'text-anchor': 'middle', class: 'quiet' }),
  ])
  const bars = rows.flatMap((row, at) => drawRow(row, TOP + at * ROW, place))
  const title = `npm run bench -- ${benchmark.replace('-', ' --only ')}: how much of each goal is reached`
  return wholeChart(bottom + BOTTOM, title, `${machine}, ${date}`, [...grid, ...bars])
}

function tickText(tick: number): string {
  return tick < 1 ? `1/${1 / tick}` : `${tick}×`
}

function drawRow(row: Measurement, top: number, place: (reached: number) => number): readonly string[] {
  const reached = (row.ratio ?? 0) / (row.goal ?? 1)
  const [from, to] = [place(1), place(reached)].sort((a, b) => a - b) as [number, number]
  const width = Math.max(2, to - from)
  const text = `${amount(row.value, row.unit)}, limit ${amount(row.limit ?? 0, row.unit)}`
  return [
    label(NAMES - 10, top + 13, row.name, { 'text-anchor': 'end' }),
    element('rect', { x: from, y: top + 3, width, height: ROW - 7, rx: 2, class: row.met === true ? 'met' : 'missed' }),
    label(VALUES, top + 13, text, { class: 'quiet', textLength: Math.min(WIDTH - VALUES - 12, text.length * 6.6) }),
  ]
}

function amount(value: number, unit: string): string {
  const shown = value >= 1_000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))
  return unit === '' ? shown : `${shown} ${unit}`
}
