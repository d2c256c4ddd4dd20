import { createNoise2D } from 'simplex-noise'
import type { Random } from '../../random.ts'
import { type ArtStyle, byTrait, CANVAS, values } from '../art-style.ts'
import { PALETTES } from '../palettes.ts'
import { linePath, type Point, svgDocument, tag } from '../svg.ts'

const CURRENTS = { Calm: 0.0011, Winding: 0.0022, Turbulent: 0.0042 }
const LINES = { Sparse: 90, Dense: 190, Woven: 320 }
const STROKES = { Hair: [1.5, 3], Ribbon: [9, 15], Mixed: [1.5, 16] } as const

/** Ink carried by a current: lines that follow a noise field. */
export const flowField: ArtStyle = {
  traits: [
    {
      name: 'Palette',
      values: values({ Harbour: 4, Clay: 4, Lagoon: 4, Midnight: 3, Frost: 3, Ember: 2, Candy: 2, Noir: 0.7 }),
    },
    { name: 'Current', values: values({ Calm: 3, Winding: 4, Turbulent: 2 }) },
    { name: 'Weave', values: values({ Sparse: 2, Dense: 4, Woven: 2 }) },
    { name: 'Stroke', values: values({ Hair: 2, Ribbon: 3, Mixed: 3 }) },
    { name: 'Sun', presence: 0.15, values: values({ Rising: 2, High: 1 }) },
  ],
  render: (traits, random) => {
    const palette = byTrait(PALETTES, traits, 'Palette')
    const noise = createNoise2D(() => random.next())
    const scale = byTrait(CURRENTS, traits, 'Current')
    const width = byTrait(STROKES, traits, 'Stroke')
    const paths = Array.from({ length: byTrait(LINES, traits, 'Weave') }, () =>
      tag('path', {
        d: linePath(follow(random, noise, scale)),
        stroke: random.pick(palette.colors),
        'stroke-width': random.between(width[0], width[1]),
        'stroke-opacity': '.88',
      }),
    )
    const sunY = traits.Sun === 'High' ? 150 : 330
    const sun = traits.Sun === undefined ? '' : tag('circle', { cx: 320, cy: sunY, r: 110, fill: palette.colors[1] })
    return svgDocument(palette.ground, [sun, tag('g', { fill: 'none', 'stroke-linecap': 'round' }, ...paths)])
  },
}

function follow(random: Random, noise: (x: number, y: number) => number, scale: number): readonly Point[] {
  const points: Point[] = []
  let x = random.between(-60, CANVAS + 60)
  let y = random.between(-60, CANVAS + 60)
  const steps = random.integer(10, 34)
  for (let step = 0; step < steps; step += 1) {
    points.push([x, y])
    const angle = noise(x * scale, y * scale) * Math.PI * 1.4
    x += Math.cos(angle) * 13
    y += Math.sin(angle) * 13
  }
  return points
}
