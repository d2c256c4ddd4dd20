import { Delaunay } from 'd3-delaunay'
import type { Random } from '../../random.ts'
import { type ArtStyle, byTrait, CANVAS, trait, values } from '../art-style.ts'
import { PALETTES } from '../palettes.ts'
import { linePath, type Point, radialGradient, svgDocument, tag } from '../svg.ts'

const CELLS = { Sparse: 26, Fine: 60, Crowded: 110 }
const LEAD = { Thin: 4, Broad: 9 }
const LIGHT = { Dawn: [0.2, 0.15], Noon: [0.5, 0.1], Dusk: [0.85, 0.75] } as const

/** A leaded window: Voronoi cells lit from one side. */
export const stainedGlass: ArtStyle = {
  traits: [
    {
      name: 'Palette',
      values: values({ Harbour: 5, Midnight: 4, Ember: 3, Meadow: 3, Candy: 2, Lagoon: 2, Noir: 0.6 }),
    },
    { name: 'Panes', values: values({ Sparse: 3, Fine: 5, Crowded: 2 }) },
    { name: 'Lead', values: values({ Thin: 3, Broad: 2 }) },
    { name: 'Light', values: values({ Dawn: 3, Noon: 3, Dusk: 2 }) },
    { name: 'Rose Window', presence: 0.18, values: values({ Six: 3, Eight: 2, Twelve: 1 }) },
  ],
  render: (traits, random) => {
    const palette = byTrait(PALETTES, traits, 'Palette')
    const count = byTrait(CELLS, traits, 'Panes')
    const lead = byTrait(LEAD, traits, 'Lead')
    const points = relaxed(scattered(random, count), 2)
    const cells = Delaunay.from(points as unknown as [number, number][]).voronoi([0, 0, CANVAS, CANVAS])
    const panes = points.map((_, index) => {
      const corners = cells.cellPolygon(index) as Point[] | null
      const fill = random.weighted(palette.colors.map((color, rank) => ({ color, weight: 4 - rank * 0.7 }))).color
      const opacity = String(Math.round(random.between(0.62, 1) * 100) / 100)
      return tag('path', { d: linePath(corners ?? [], true), fill, 'fill-opacity': opacity })
    })
    const light = byTrait(LIGHT, traits, 'Light')
    return svgDocument(
      '#0d0d12',
      [
        tag('g', { stroke: '#0d0d12', 'stroke-width': lead, 'stroke-linejoin': 'round' }, ...panes),
        traits['Rose Window'] === undefined ? '' : rose(traits, palette.colors, lead),
        tag('rect', { width: CANVAS, height: CANVAS, fill: 'url(#light)' }),
      ],
      [
        radialGradient(
          'light',
          [
            [0, '#fff', 0.42],
            [0.55, '#fff', 0],
            [1, '#000', 0.45],
          ],
          [light[0], light[1]],
        ),
      ],
    )
  },
}

function scattered(random: Random, count: number): Point[] {
  return Array.from({ length: count }, () => [random.between(0, CANVAS), random.between(0, CANVAS)])
}

/** Lloyd's relaxation: cells of a more even size. */
function relaxed(points: Point[], rounds: number): Point[] {
  if (rounds === 0) return points
  const cells = Delaunay.from(points as unknown as [number, number][]).voronoi([0, 0, CANVAS, CANVAS])
  const moved = points.map((point, index): Point => {
    const corners = (cells.cellPolygon(index) ?? [point]) as Point[]
    const sum = corners.reduce(([x, y], [cx, cy]) => [x + cx, y + cy] as Point, [0, 0] as Point)
    return [sum[0] / corners.length, sum[1] / corners.length]
  })
  return relaxed(moved, rounds - 1)
}

function rose(traits: Parameters<ArtStyle['render']>[0], colors: readonly string[], lead: number): string {
  const petals = { Six: 6, Eight: 8, Twelve: 12 }[trait(traits, 'Rose Window')] ?? 6
  const leaf = Array.from({ length: petals }, (_, index) =>
    tag('ellipse', {
      cx: 320,
      cy: 214,
      rx: 420 / petals,
      ry: 92,
      fill: colors[index % 4],
      transform: `rotate(${(360 / petals) * index} 320 320)`,
    }),
  )
  return tag(
    'g',
    { stroke: '#0d0d12', 'stroke-width': lead },
    tag('circle', { cx: 320, cy: 320, r: 212, fill: '#0d0d12' }),
    ...leaf,
    tag('circle', { cx: 320, cy: 320, r: 54, fill: colors[1] }),
  )
}
