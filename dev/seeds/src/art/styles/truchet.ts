import { type ArtStyle, byTrait, CANVAS, values } from '../art-style.ts'
import { PALETTES } from '../palettes.ts'
import { radialGradient, round, svgDocument, tag } from '../svg.ts'

const SIZES = { Large: 5, Medium: 8, Small: 12 }
const PIPES = {
  Single: [[0.34, 1]],
  Cased: [
    [0.5, 0],
    [0.3, 1],
  ],
  Triple: [
    [0.62, 0],
    [0.44, 1],
    [0.2, 2],
  ],
} as const
const DYES = { First: 0, Second: 1, Third: 2, Fourth: 3 }

/** Truchet tiles: a maze of pipes that never ends. */
export const truchet: ArtStyle = {
  traits: [
    {
      name: 'Palette',
      values: values({ Midnight: 4, Harbour: 4, Meadow: 3, Lagoon: 3, Ember: 3, Candy: 2, Noir: 0.8 }),
    },
    { name: 'Scale', values: values({ Large: 3, Medium: 4, Small: 2 }) },
    { name: 'Pipe', values: values({ Single: 3, Cased: 4, Triple: 3 }) },
    { name: 'Dye', values: values({ First: 4, Second: 3, Third: 2, Fourth: 1 }) },
    { name: 'Bias', values: values({ Even: 4, Diagonal: 2, Ordered: 1 }) },
    { name: 'Glow', presence: 0.25, values: values({ Lamp: 1 }) },
  ],
  render: (traits, random) => {
    const palette = byTrait(PALETTES, traits, 'Palette')
    const count = byTrait(SIZES, traits, 'Scale')
    const side = CANVAS / count
    const lean = { Even: 0.5, Diagonal: 0.85, Ordered: 1 }[traits.Bias ?? 'Even'] ?? 0.5
    const paths: string[] = []
    for (let index = 0; index < count * count; index += 1) {
      const [column, row] = [index % count, Math.floor(index / count)]
      const flip = lean === 1 ? (column + row) % 2 === 0 : random.chance(lean)
      paths.push(arcs(column * side, row * side, side, flip))
    }
    const d = paths.join('')
    const dye = byTrait(DYES, traits, 'Dye')
    const layers = byTrait(PIPES, traits, 'Pipe').map(([width, color]) =>
      tag('path', {
        d,
        fill: 'none',
        stroke: color === 0 ? palette.ink : palette.colors[(color + dye) % 4],
        'stroke-width': side * width,
      }),
    )
    const glow = traits.Glow === undefined ? '' : tag('rect', { width: CANVAS, height: CANVAS, fill: 'url(#lamp)' })
    return svgDocument(
      palette.ground,
      [...layers, glow],
      [
        radialGradient('lamp', [
          [0, '#fff', 0.3],
          [0.5, '#000', 0],
          [1, '#000', 0.65],
        ]),
      ],
    )
  },
}

function arcs(x: number, y: number, side: number, flip: boolean): string {
  const half = side / 2
  const p = (px: number, py: number): string => `${round(x + px)} ${round(y + py)}`
  const r = `${round(half)} ${round(half)}`
  return flip
    ? `M${p(half, 0)}A${r} 0 0 1 ${p(0, half)}M${p(side, half)}A${r} 0 0 0 ${p(half, side)}`
    : `M${p(half, 0)}A${r} 0 0 0 ${p(side, half)}M${p(0, half)}A${r} 0 0 1 ${p(half, side)}`
}
