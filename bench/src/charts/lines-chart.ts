import { element, evenScale, label, WIDTH, wholeChart } from './svg.ts'

/** One line of a panel. */
export interface ChartLine {
  readonly name: string
  /** A value for each place of the chart; null where nothing is known. */
  readonly values: readonly (number | null)[]
}

/** Lines that share a unit. */
export interface LinesPanel {
  readonly title: string
  readonly lines: readonly ChartLine[]
  /** Drawn as a dashed line; null where there is none. */
  readonly limit: number | null
}

const [TOP, HEIGHT, GAP, LEFT, RIGHT, BOTTOM] = [64, 110, 44, 64, 190, 14]
const LEGEND_ROW = 14
/** Readable on light and on dark ground. */
const COLORS = ['#2f81f7', '#d29922', '#2da44e', '#cf222e', '#8957e5', '#db61a2', '#1b7c83', '#8c959f'] as const
const TICKS = [0, 0.5, 1]

/**
 * Draws panels of lines, one above the other, over the same places.
 * @param places what the places are, from left to right, such as minutes
 */
export function linesChart(title: string, origin: string, places: string, panels: readonly LinesPanel[]): string {
  const heights = panels.map(({ lines }) => Math.max(HEIGHT, lines.length * LEGEND_ROW))
  const tops = heights.map((_, at) => TOP + heights.slice(0, at).reduce((sum, height) => sum + height + GAP, 0))
  const bottom = (tops.at(-1) ?? TOP) + (heights.at(-1) ?? 0)
  const body = panels.flatMap((panel, at) => drawPanel(panel, tops[at] ?? TOP))
  const below = label((LEFT + WIDTH - RIGHT) / 2, bottom + GAP / 2 + 8, places, {
    'text-anchor': 'middle',
    class: 'quiet',
  })
  return wholeChart(bottom + GAP + BOTTOM, title, origin, [...body, below])
}

function drawPanel({ title, lines, limit }: LinesPanel, top: number): readonly string[] {
  const highest = roundUp(Math.max(limit ?? 0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const length = Math.max(2, ...lines.map(({ values }) => values.length))
  const y = evenScale([0, highest], [top + HEIGHT, top])
  const x = evenScale([0, length - 1], [LEFT, WIDTH - RIGHT])
  const across = (value: number, kind: string) =>
    element('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value), class: kind })
  const grid = TICKS.flatMap((share) => [
    across(share * highest, 'grid'),
    label(LEFT - 8, y(share * highest) + 4, amount(share * highest), { 'text-anchor': 'end', class: 'quiet' }),
  ])
  return [
    label(LEFT, top - 8, title),
    ...grid,
    ...(limit === null ? [] : [across(limit, 'goal')]),
    ...lines.flatMap(({ values }, at) => drawLine(values, x, y, colorOf(at))),
    ...lines.map(({ name, values }, at) =>
      label(WIDTH - RIGHT + 12, top + 8 + at * LEGEND_ROW, `${name}: ${amount(values.at(-1) ?? null)}`, {
        style: `fill: ${colorOf(at)}`,
      }),
    ),
  ]
}

/** Draws a line with gaps where nothing is known. A value between two gaps is a dot. */
function drawLine(
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
  stroke: string,
): readonly string[] {
  const runs: (readonly [number, number])[][] = []
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const run = at > 0 && values[at - 1] !== null ? runs.at(-1) : undefined
    if (run === undefined) runs.push([[x(at), y(value)]])
    else run.push([x(at), y(value)])
  }
  return runs.map((run) => {
    const [only] = run
    if (run.length === 1 && only !== undefined)
      return element('circle', { cx: only[0], cy: only[1], r: 1.5, fill: stroke })
    return element('polyline', { points: run.map((point) => point.join(',')).join(' '), class: 'line', stroke })
  })
}

function colorOf(at: number): string {
  return COLORS[at % COLORS.length] ?? COLORS[0]
}

/** Returns the next of 1, 2 and 5 times a power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10)
}

function amount(value: number | null): string {
  if (value === null) return '–'
  return value >= 1_000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))
}
