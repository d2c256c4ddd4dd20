import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ChartPane,
  layOutChart,
  legibleLabels,
  linePath,
  nearestIndex,
  niceSpan,
  niceTicks,
  place,
  spanOf,
  timeTicks,
} from './chart-geometry.ts'

const pane: ChartPane = {
  name: 'Floor',
  kind: 'line',
  tone: 'main',
  values: [1, null, 3],
  format: String,
  height: 100,
}

describe('linePath', () => {
  it('interrupts the path at a gap', () => {
    expect(linePath([0, 10, 20, 30], [5, 6, null, 7], 'line')).toBe('M0 5L10 6M30 7')
  })

  it('draws steps after or before their points', () => {
    expect(linePath([0, 10], [5, 6], 'step-after')).toBe('M0 5H10V6')
    expect(linePath([0, 10], [5, 6], 'step-before')).toBe('M0 5V6H10')
  })
})

describe('legibleLabels', () => {
  const ticks = (count: number, width: number) =>
    Array.from({ length: count }, (_, value) => ({ value, x: 58 + ((value + 0.5) * (width - 70)) / count }))

  it.each([
    [200, ['<1d', '<30d', '1y+']],
    [900, ['<1d', '<7d', '<30d', '<90d', '1y+']],
  ])('labels each position of a chart of %i px, or every second one', (width, labels) => {
    const names = ['<1d', '<7d', '<30d', '<90d', '1y+']
    expect(legibleLabels(ticks(5, width), (at) => names[at] ?? '', width).map(({ text }) => text)).toEqual(labels)
  })

  it('has no label over another, in a chart of any width and with labels of any length', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 14 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 120, max: 2000 }),
        (texts, width) => {
          const labels = legibleLabels(ticks(texts.length, width), (at) => texts[at] ?? '', width)
          expect(labels.length).toBeGreaterThan(0)
          const spans = labels.map(({ x, text }) => ({ start: x - text.length * 3.5, end: x + text.length * 3.5 }))
          for (const [at, { start }] of spans.entries())
            if (at > 0) expect(start).toBeGreaterThan(spans[at - 1]?.end ?? 0)
        },
      ),
    )
  })
})

describe('legibleLabels of dates', () => {
  it('have each its day in the middle, wherever it fits, and the last no further from it than the edge asks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 300, max: 2000 }),
        fc.integer({ min: 2, max: 90 }),
        fc.integer({ min: 0, max: 86_400_000 }),
        (width, days, ms) => {
          const start = Date.UTC(2026, 8, 1) + ms
          const positions = [start, start + days * 86_400_000]
          const { ticks } = layOutChart(positions, [{ ...pane, values: [1, 2] }], 'time', width)
          const format = (value: number) => new Date(value).toISOString().slice(5, 16)
          for (const { x, text } of legibleLabels(ticks, format, width)) {
            const wanted = ticks.find(({ value }) => format(value) === text)?.x ?? Number.NaN
            const half = text.length * 3.5
            expect(x).toBeCloseTo(Math.min(wanted, width - half), 6)
            expect(x - half).toBeGreaterThanOrEqual(0)
          }
        },
      ),
    )
  })
})

describe('layOutChart', () => {
  it('stacks panes over one axis and keeps everything inside the width', () => {
    const bars: ChartPane = { ...pane, kind: 'bars', values: [0, 4, 2], height: 60 }
    const { xs, panes, height } = layOutChart([10, 20, 30], [pane, bars], 'time', 600)
    expect(panes[1]?.top).toBeGreaterThan(panes[0]?.bottom ?? 0)
    expect(height).toBeGreaterThan(panes[1]?.bottom ?? 0)
    expect(Math.min(...xs)).toBeGreaterThan(58)
    expect(Math.max(...xs)).toBeLessThan(588)
    expect(panes[1]?.ys[0]).toBe(panes[1]?.bottom)
  })

  it('has a line of space between the labels of two panes, whatever their values and heights', () => {
    const values = fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 2, maxLength: 2 })
    const some = fc.record({ values, height: fc.integer({ min: 40, max: 240 }), kind: fc.constantFrom('line', 'bars') })
    fc.assert(
      fc.property(some, some, (upper, lower) => {
        const placed = layOutChart(
          [0, 1],
          [upper, lower].map((one) => ({ ...pane, ...one })),
          'number',
          600,
        ).panes
        const [above, below] = placed.map(({ ticks }) => ticks.map(({ y }) => y))
        // A label is 12 px high.
        expect(Math.min(...(below ?? [])) - Math.max(...(above ?? []))).toBeGreaterThanOrEqual(20)
      }),
    )
  })

  it('labels counts with whole numbers, each once', () => {
    for (let count = 1; count <= 60; count += 1) {
      for (const width of [300, 800, 1900]) {
        const positions = Array.from({ length: count }, (_, at) => at + 1)
        const { ticks } = layOutChart(positions, [{ ...pane, values: positions }], 'number', width)
        const values = ticks.map(({ value }) => value)
        expect(values.every(Number.isInteger), `${count} at ${width}: ${values}`).toBe(true)
        expect(values.length).toBeGreaterThan(0)
      }
    }
  })

  it('leaves a gap between neighbouring bars, however many there are', () => {
    for (const count of [2, 10, 60]) {
      const positions = Array.from({ length: count }, (_, at) => at)
      const bars: ChartPane = { ...pane, kind: 'bars', values: positions }
      for (const axis of ['number', 'each'] as const) {
        const { xs, barWidth } = layOutChart(positions, [bars], axis, 600)
        expect(barWidth, `${count} bars by ${axis}`).toBeLessThan((xs[1] ?? 0) - (xs[0] ?? 0))
      }
    }
  })
})

describe('nearestIndex', () => {
  it('measures distance along the axis for lines, and in both directions for dots', () => {
    const lines = layOutChart([0, 1, 2], [pane], 'number', 600)
    expect(nearestIndex(lines, lines.xs[2] ?? 0, 0)).toBe(2)
    const dots = layOutChart([5, 5], [{ ...pane, kind: 'dots', values: [1, 9] }], 'time', 600)
    expect(nearestIndex(dots, dots.xs[0] ?? 0, dots.panes[0]?.ys[1] ?? 0)).toBe(1)
    expect(nearestIndex(dots, dots.xs[0] ?? 0, dots.panes[0]?.ys[0] ?? 0)).toBe(0)
  })
})

const number = fc.double({ min: -1e12, max: 1e12, noNaN: true, noDefaultInfinity: true })

describe('chart scales', () => {
  it('find the span of the known values', () => {
    expect(spanOf([3, null, -1])).toEqual([-1, 3])
    expect(spanOf([null])).toBeNull()
  })

  it('place values in proportion, in a reversed span too, and a single value in the middle', () => {
    expect(place(5, [0, 10], [100, 0])).toBe(50)
    expect(place(7, [7, 7], [0, 100])).toBe(50)
  })

  it('choose round tick values', () => {
    expect(niceTicks([0, 10], 5)).toEqual([0, 2, 4, 6, 8, 10])
    expect(niceTicks([13, 48], 4)).toEqual([20, 30, 40])
  })

  it('place time ticks at local midnights, each day once', () => {
    const hour = 3_600_000
    expect(timeTicks([0, 72 * hour], 4, 2 * hour)).toEqual([22 * hour, 46 * hour, 70 * hour])
    expect(timeTicks([0, 96 * hour], 20, 0)).toEqual([0, 24, 48, 72, 96].map((at) => at * hour))
    expect(timeTicks([0, 4 * hour], 4, 0)).toEqual([0, 1, 2, 3, 4].map((at) => at * hour))
  })

  it('widen a span to round ends that include every value', () => {
    expect(niceSpan([13, 48], 4, true)).toEqual([0, 60])
    // One step may be more than the span is wide: of a pane too low for a second tick.
    expect(niceSpan([0, 3000], 1, true)).toEqual([0, 5000])
    expect(niceTicks([0, 5000], 1)).toEqual([0, 5000])
    expect(niceSpan([0, 0.003], 1, true)).toEqual([0, 0.005])
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 8 }), fc.boolean(), (a, b, wanted, fromZero) => {
        const span: readonly [number, number] = [Math.min(a, b), Math.max(a, b)]
        // Below a float's precision nothing lies between.
        fc.pre(a === b || Math.abs(a - b) > 1e-9 * Math.max(Math.abs(a), Math.abs(b)))
        const [low, high] = niceSpan(span, wanted, fromZero)
        const slack = 1e-6 * Math.max(1, Math.abs(a), Math.abs(b))
        expect(low).toBeLessThanOrEqual(span[0] + slack)
        expect(high).toBeGreaterThanOrEqual(span[1] - slack)
        expect(high).toBeGreaterThan(low)
        expect(niceTicks([low, high], wanted).length).toBeLessThan(15)
      }),
    )
  })
})
