import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { costMeasurement, plainMeasurement, rateMeasurement, worstMeasurement } from '../measurement.ts'
import { drawChart, drawCharts } from './draw-charts.ts'
import { linesChart } from './lines-chart.ts'
import { describeMachine, readResults, saveResults } from './saved-results.ts'
import { logScale } from './svg.ts'

const ABOUT = { machine: '2 cores <fast> & "quiet"', date: '2026-11-28' }
const rate = (name: string, value: number) => rateMeasurement({ name, value, unit: '/s' }, 100, 0.5)
const call = (at: number, p99: number, cold: number) => {
  const measured = (value: number) => ({ name: `large.call-${at}`, value, unit: 'ms' })
  return worstMeasurement([costMeasurement(measured(p99), 100, 1), costMeasurement(measured(cold), 500, 1)], {
    p99,
    cold,
  })
}
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'opal-charts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('saved results', () => {
  it('are read as they were saved, whatever was measured, and are replaced by the next run', () => {
    const some = [rate('api.hot', 60), plainMeasurement({ name: 'api.memory', value: 3, unit: 'MiB' }), call(1, 2, 3)]
    saveResults(folder, { benchmark: 'live', ...ABOUT, measurements: [] })
    saveResults(folder, { benchmark: 'api', ...ABOUT, measurements: [rate('api.old', 1)] })
    saveResults(folder, { benchmark: 'api', ...ABOUT, measurements: some })
    expect(readResults(folder)).toEqual([
      { benchmark: 'api', ...ABOUT, measurements: some },
      { benchmark: 'live', ...ABOUT, measurements: [] },
    ])
    expect(describeMachine()).toMatch(/^\d+ cores \(.+\), \d+ GiB, Node \d+\.\d+\.\d+$/)
  })
})

describe('charts', () => {
  it('show each measurement with a goal, met right of the line and missed left of it, and where it was measured', () => {
    const measurements = [
      rate('api.met', 200),
      rate('api.missed', 20),
      plainMeasurement({ name: 'api.plain', value: 1, unit: '' }),
    ]
    const svg = drawChart({ benchmark: 'api', ...ABOUT, measurements })
    expect(svg).toContain('2 cores &lt;fast&gt; &amp; &quot;quiet&quot;, 2026-11-28')
    expect(svg).not.toContain('api.plain')
    const line = Number(/<line x1="([\d.]+)"[^>]*class="goal"/.exec(svg)?.[1])
    const bar = (kind: string) => {
      const [, x, width] = new RegExp(`<rect x="([\\d.]+)"[^>]*width="([\\d.]+)"[^>]*class="${kind}"`).exec(svg) ?? []
      return [Number(x), Number(x) + Number(width)]
    }
    expect(bar('met')[0]).toBe(line)
    expect(bar('missed')[1]).toBeCloseTo(line, 0)
  })

  it('show many calls by their times, and name the slowest', () => {
    const measurements = Array.from({ length: 100 }, (_, at) => call(at, at + 1, at === 3 ? 600 : 10 + at))
    const svg = drawChart({ benchmark: 'large', ...ABOUT, measurements })
    expect([count(svg, /class="met"/g), count(svg, /class="other"/g), count(svg, /class="missed"/g)]).toEqual([
      100, 99, 1,
    ])
    expect(svg).toContain('99 of 100 calls within 100 ms warm and 500 ms cold')
    expect(svg).toContain('large.call-99: 100 ms')
    expect(svg).not.toContain('large.call-94:')
  })

  it('are drawn of every file, the same for the same results', () => {
    saveResults(folder, { benchmark: 'api', ...ABOUT, measurements: [rate('api.hot', 60)] })
    const [file = ''] = drawCharts(folder, join(folder, 'images'))
    expect(file).toBe(join(folder, 'images/api.svg'))
    const drawn = readFileSync(file, 'utf8')
    drawCharts(folder, join(folder, 'images'))
    expect(readFileSync(file, 'utf8')).toBe(drawn)
  })
})

it('places values on a logarithmic scale in their order, and none beyond its ends', () => {
  const positive = fc.double({ min: 1e-6, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(positive, positive, (one, other) => {
      const place = logScale([1, 1_000], [10, 310])
      expect(Math.sign(place(one) - place(other)) * Math.sign(one - other)).toBeGreaterThanOrEqual(0)
      expect(place(one)).toBeGreaterThanOrEqual(10)
      expect(place(one)).toBeLessThanOrEqual(310)
    }),
  )
  expect([1, 10, 100, 1_000].map(logScale([1, 1_000], [0, 300]))).toEqual([0, 100, 200, 300])
})

describe('lines over time', () => {
  const points = (svg: string) => [...svg.matchAll(/points="([^"]+)"/g)].map(([, text = '']) => text.split(' '))

  it('are inside their panel whatever they are, higher for more, and broken only where nothing is known', () => {
    const value = fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }))
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 40 }), (values) => {
        const svg = linesChart('Soak', 'here', 'minutes', [
          { title: 'Memory, MiB', lines: [{ name: 'api', values }], limit: null },
        ])
        const known = values.filter((each) => each !== null)
        const drawn = points(svg)
          .flat()
          .map((point) => point.split(',').map(Number))
        expect(drawn.length + count(svg, /<circle/g)).toBe(known.length)
        for (const [x = 0, y = 0] of drawn) {
          expect(x).toBeGreaterThanOrEqual(64)
          expect(x).toBeLessThanOrEqual(670)
          expect(y).toBeGreaterThanOrEqual(64)
          expect(y).toBeLessThanOrEqual(174)
        }
        if (known.length === values.length) {
          expect(points(svg)).toHaveLength(1)
          const [least, most] = [Math.min(...known), Math.max(...known)]
          const heightOf = (one: number) => drawn[values.indexOf(one)]?.[1] ?? 0
          expect(heightOf(most)).toBeLessThanOrEqual(heightOf(least))
        }
      }),
    )
  })

  it('name every line with its last value, each panel with its limit', () => {
    const svg = linesChart('Soak <1>', 'here', 'minutes', [
      {
        title: 'Memory, MiB',
        lines: [
          { name: 'API 1', values: [100, 1_250] },
          { name: 'API 2', values: [null, null] },
        ],
        limit: null,
      },
      { title: 'Lag, seconds', lines: [{ name: 'index', values: [1, 2] }], limit: 5 },
    ])
    for (const text of [
      'Soak &lt;1&gt;',
      'API 1: 1,250',
      'API 2: –',
      'index: 2',
      'Memory, MiB',
      'Lag, seconds',
      'minutes',
    ])
      expect(svg).toContain(`>${text}</text>`)
    expect(count(svg, /class="goal"/g)).toBe(1)
  })
})
