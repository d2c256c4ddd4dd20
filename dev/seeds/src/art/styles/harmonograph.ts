import { type ArtStyle, byTrait, values } from '../art-style.ts'
import { PALETTES } from '../palettes.ts'
import { linePath, type Point, svgDocument, tag } from '../svg.ts'

const RATIOS = {
  Unison: [1, 1],
  Octave: [2, 1],
  Fifth: [3, 2],
  Fourth: [4, 3],
  'Major Third': [5, 4],
  Tritone: [7, 5],
} as const
const DAMPING = { Brief: 0.011, Long: 0.0055, Endless: 0.0016 }

/** A pendulum pen that draws a musical interval until it rests. */
export const harmonograph: ArtStyle = {
  traits: [
    { name: 'Interval', values: values({ Octave: 4, Fifth: 4, Fourth: 3, 'Major Third': 3, Unison: 2, Tritone: 1 }) },
    { name: 'Decay', values: values({ Brief: 3, Long: 4, Endless: 2 }) },
    { name: 'Palette', values: values({ Midnight: 4, Clay: 3, Frost: 3, Ember: 3, Lagoon: 3, Noir: 1 }) },
    { name: 'Pens', values: values({ One: 4, Two: 3, Three: 1 }) },
    { name: 'Table', values: values({ Still: 4, Turning: 2 }) },
  ],
  render: (traits, random) => {
    const palette = byTrait(PALETTES, traits, 'Palette')
    const [a, b] = byTrait(RATIOS, traits, 'Interval')
    const damping = byTrait(DAMPING, traits, 'Decay')
    const spin = traits.Table === 'Turning' ? random.between(0.004, 0.012) : 0
    const detune = random.between(0.002, 0.012)
    const pens = { One: 1, Two: 2, Three: 3 }[traits.Pens ?? 'One'] ?? 1
    // Higher intervals turn tighter: they need finer steps, and tire sooner.
    const step = Math.min(0.09, 0.25 / a)
    const rest = 150 * Math.sqrt(2 / Math.max(2, a))
    const phase = random.between(0.2, Math.PI)
    const lines = Array.from({ length: pens }, (_, pen) => {
      const points: Point[] = []
      for (let t = 0; t < rest; t += step) {
        const fade = Math.exp(-damping * t) * (1 - pen * 0.16)
        const x = Math.sin((a + detune) * t + phase + pen * 0.35) * 268 * fade
        const y = Math.sin(b * t) * 268 * fade
        const [c, s] = [Math.cos(spin * t * 6), Math.sin(spin * t * 6)]
        points.push([320 + x * c - y * s, 320 + x * s + y * c])
      }
      return tag('path', {
        d: linePath(points),
        stroke: palette.colors[pen],
        'stroke-width': 1.7,
        'stroke-opacity': '.85',
      })
    })
    return svgDocument(palette.ground, [tag('g', { fill: 'none', 'stroke-linejoin': 'round' }, ...lines)])
  },
}
