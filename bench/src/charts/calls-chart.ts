import type { SavedResults } from './saved-results.ts'
import { element, label, logScale, WIDTH, wholeChart } from './svg.ts'

const [TOP, HEIGHT, BOTTOM, LEFT, RIGHT] = [60, 300, 40, 56, 20]
/** Milliseconds at the bottom and at the top. */
const RANGE = [1, 2_000] as const
const TICKS = [1, 3, 10, 30, 100, 300, 1_000]
/** The longest times that a visitor may wait, by what was measured, in milliseconds. */
const LIMITS = { p99: 100, cold: 500 } as const
/** Slowest calls that are named. */
const NAMED = 5

/** Draws the times of many calls, the quickest left: each has a dot for the 99th percentile, and a pale one for the first answer when cold. */
export function callsChart({ benchmark, machine, date, measurements }: SavedResults): string {
  const calls = measurements
    .map(({ name, details = {} }) => ({ name, p99: details.p99 ?? 0, cold: details.cold ?? null }))
    .filter(({ p99 }) => p99 > 0)
    .sort((a, b) => a.p99 - b.p99)
  const y = logScale(RANGE, [TOP + HEIGHT, TOP])
  const x = (at: number) => Math.round((LEFT + ((at + 0.5) / calls.length) * (WIDTH - LEFT - RIGHT)) * 10) / 10
  const line = (value: number, kind: string) =>
    element('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value), class: kind })
  const grid = TICKS.flatMap((tick) => [
    line(tick, 'grid'),
    label(LEFT - 8, y(tick) + 4, `${tick.toLocaleString('en-US')} ms`, { 'text-anchor': 'end', class: 'quiet' }),
  ])
  const limits = [line(LIMITS.p99, 'goal'), line(LIMITS.cold, 'goal')]
  const dots = calls.flatMap(({ p99, cold }, at) => [
    ...(cold === null ? [] : [dot(x(at), y(cold), cold <= LIMITS.cold ? 'other' : 'missed', 1.6)]),
    dot(x(at), y(p99), p99 <= LIMITS.p99 ? 'met' : 'missed', 2.4),
  ])
  const slowest = calls.slice(-NAMED).toReversed()
  const names = slowest.map(({ name, p99 }, at) =>
    label(LEFT + 12, TOP + 16 + at * 16, `${name}: ${Number(p99.toPrecision(3))} ms`, { class: 'quiet' }),
  )
  const met = calls.filter(({ p99, cold }) => p99 <= LIMITS.p99 && (cold ?? 0) <= LIMITS.cold).length
  const title = `npm run bench -- ${benchmark.replace('-', ' --only ')}: ${met} of ${calls.length} calls within ${LIMITS.p99} ms warm and ${LIMITS.cold} ms cold`
  const legend = 'calls by their 99th percentile; gray: the slowest first answer after everything was forgotten'
  return wholeChart(TOP + HEIGHT + BOTTOM, title, `${machine}, ${date}`, [
    ...grid,
    ...limits,
    ...dots,
    ...names,
    label((LEFT + WIDTH) / 2, TOP + HEIGHT + 24, legend, { 'text-anchor': 'middle', class: 'quiet' }),
  ])
}

function dot(cx: number, cy: number, kind: string, r: number): string {
  return element('circle', { cx, cy, r, class: kind })
}
