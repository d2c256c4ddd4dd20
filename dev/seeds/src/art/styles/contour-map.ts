import { createNoise2D } from 'simplex-noise'
import type { Random } from '../../random.ts'
import { type ArtStyle, byTrait, values } from '../art-style.ts'
import { type Point, polar, smoothLoop, svgDocument, tag } from '../svg.ts'

const SHEETS = {
  Survey: { paper: '#f3ecdc', line: '#8a5a35', fill: '#d9c08f' },
  Bathymetric: { paper: '#dfeef3', line: '#1f5f7d', fill: '#7fb7cd' },
  Forest: { paper: '#e6eddc', line: '#3c6b3f', fill: '#9bbf86' },
  Night: { paper: '#14161f', line: '#8fa3ff', fill: '#2f3a7a' },
  Volcanic: { paper: '#1c1413', line: '#ff8a5c', fill: '#6d2b22' },
}
const PEAKS = {
  Island: [[320, 330]],
  Twins: [
    [220, 260],
    [430, 400],
  ],
  Chain: [
    [160, 200],
    [330, 330],
    [490, 470],
  ],
} as const
const STEPS = { '10 m': 15, '20 m': 10, '50 m': 6 }

/** Survey sheets of places that are not there. */
export const contourMap: ArtStyle = {
  traits: [
    { name: 'Sheet', values: values({ Survey: 5, Bathymetric: 4, Forest: 3, Night: 2, Volcanic: 1 }) },
    { name: 'Terrain', values: values({ Island: 4, Twins: 3, Chain: 2 }) },
    { name: 'Interval', values: values({ '10 m': 2, '20 m': 4, '50 m': 2 }) },
    { name: 'Grid', values: values({ None: 3, Kilometre: 3, Degree: 1 }) },
    { name: 'Landmark', presence: 0.35, values: values({ Hut: 4, Lighthouse: 3, Spring: 2, Treasure: 0.5 }) },
  ],
  render: (traits, random) => {
    const sheet = byTrait(SHEETS, traits, 'Sheet')
    const peaks = byTrait(PEAKS, traits, 'Terrain')
    const steps = byTrait(STEPS, traits, 'Interval')
    const hills = peaks.map((peak) => hill(peak, 300 / Math.sqrt(peaks.length), steps, random, sheet.fill))
    return svgDocument(
      sheet.paper,
      [
        grid(traits.Grid, sheet.line),
        tag(
          'g',
          {
            stroke: sheet.line,
            'stroke-width': 2.2,
            fill: sheet.fill,
            'fill-opacity': '.13',
            'clip-path': 'url(#sheet)',
          },
          ...hills,
        ),
        landmark(traits.Landmark, peaks[0], sheet.line, random),
        tag('rect', { x: 24, y: 24, width: 592, height: 592, fill: 'none', stroke: sheet.line, 'stroke-width': 3 }),
      ],
      ['<clipPath id="sheet"><rect x="24" y="24" width="592" height="592"/></clipPath>'],
    )
  },
}

function hill(center: Point, radius: number, steps: number, random: Random, fill: string): string {
  const noise = createNoise2D(() => random.next())
  const loops = Array.from({ length: steps }, (_, step) => {
    const size = radius * (1 - step / steps)
    const points = Array.from({ length: 28 }, (_unused, index) => {
      const [nx, ny] = polar(0, 0, 1, (360 / 28) * index)
      return polar(
        center[0] + step * 4,
        center[1] - step * 3,
        size * (1 + 0.34 * noise(nx * 0.9 + step * 0.06, ny * 0.9)),
        (360 / 28) * index,
      )
    })
    return tag('path', {
      d: smoothLoop(points),
      'stroke-width': step % 4 === 0 ? 3.6 : undefined,
      fill: step === steps - 1 ? fill : undefined,
    })
  })
  return loops.join('')
}

function grid(kind: string | undefined, line: string): string {
  const gap = { Kilometre: 80, Degree: 160 }[kind ?? '']
  if (gap === undefined) return ''
  const lines = Array.from(
    { length: Math.floor(640 / gap) },
    (_, index) => `M${(index + 1) * gap} 0V640M0 ${(index + 1) * gap}H640`,
  )
  return tag('path', { d: lines.join(''), stroke: line, 'stroke-opacity': '.25', 'stroke-width': 1.5 })
}

function landmark(kind: string | undefined, at: Point, line: string, random: Random): string {
  if (kind === undefined) return ''
  const [x, y] = [Math.round(at[0] + random.between(-70, 70)), Math.round(at[1] + random.between(-70, 70))]
  const marks: Readonly<Record<string, string>> = {
    Hut: tag('path', { d: `M${x - 16} ${y}l16 -18 16 18v18h-32z`, fill: '#d64545' }),
    Lighthouse: tag('path', { d: `M${x - 8} ${y + 22}l4 -44h8l4 44z`, fill: '#d64545' }),
    Spring: tag('circle', { cx: x, cy: y, r: 13, fill: '#3aa0d8' }),
    Treasure: tag('path', {
      d: `M${x - 16} ${y - 16}l32 32M${x + 16} ${y - 16}l-32 32`,
      stroke: '#d64545',
      'stroke-width': 9,
    }),
  }
  return tag('g', { stroke: line, 'stroke-width': 2.5 }, marks[kind] ?? '')
}
