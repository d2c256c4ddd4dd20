import { describe, expect, it } from 'vitest'
import { type ChartPane, layOutChart, linePath, nearestIndex } from './chart-geometry.ts'

const pane: ChartPane = {
  name: 'Floor',
  kind: 'line',
  tone: 'accent',
  values: [1, null, 3],
  format: String,
  height: 100,
}

describe('linePath', () => {
  it('lifts the pen over a gap', () => {
    expect(linePath([0, 10, 20, 30], [5, 6, null, 7], 'line')).toBe('M0 5L10 6M30 7')
  })

  it('goes level until the next point, or from the one before', () => {
    expect(linePath([0, 10], [5, 6], 'step-after')).toBe('M0 5H10V6')
    expect(linePath([0, 10], [5, 6], 'step-before')).toBe('M0 5V6H10')
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
})

describe('nearestIndex', () => {
  it('looks along the axis for lines, and in both directions for dots', () => {
    const lines = layOutChart([0, 1, 2], [pane], 'number', 600)
    expect(nearestIndex(lines, lines.xs[2] ?? 0, 0)).toBe(2)
    const dots = layOutChart([5, 5], [{ ...pane, kind: 'dots', values: [1, 9] }], 'time', 600)
    expect(nearestIndex(dots, dots.xs[0] ?? 0, dots.panes[0]?.ys[1] ?? 0)).toBe(1)
    expect(nearestIndex(dots, dots.xs[0] ?? 0, dots.panes[0]?.ys[0] ?? 0)).toBe(0)
  })
})
