import type { Random } from '../../random.ts'
import { type ArtStyle, byTrait, CANVAS, values } from '../art-style.ts'
import { PALETTES, type Palette } from '../palettes.ts'
import { round, svgDocument, tag } from '../svg.ts'

const GRIDS = { 'Three by Three': 3, 'Four by Four': 4, 'Five by Five': 5 }
const MOTIFS = {
  Quarters: ['quarter', 'quarter', 'leaf'],
  Circles: ['circle', 'ring', 'half'],
  Angles: ['triangle', 'stripes', 'half'],
  Ensemble: ['quarter', 'circle', 'leaf', 'half', 'triangle', 'stripes', 'ring'],
} as const

/** Square tiles with random motifs and rotations. */
export const bauhausTiles: ArtStyle = {
  traits: [
    {
      name: 'Palette',
      values: values({ Orchard: 5, Clay: 4, Lagoon: 3, Candy: 3, Harbour: 3, Midnight: 2, Noir: 0.6 }),
    },
    { name: 'Grid', values: values({ 'Three by Three': 2, 'Four by Four': 4, 'Five by Five': 2 }) },
    { name: 'Motif', values: values({ Quarters: 4, Circles: 3, Angles: 3, Ensemble: 2 }) },
    { name: 'Gaps', values: values({ Filled: 4, Airy: 2 }) },
  ],
  render: (traits, random) => {
    const palette = byTrait(PALETTES, traits, 'Palette')
    const count = byTrait(GRIDS, traits, 'Grid')
    const motif = byTrait(MOTIFS, traits, 'Motif')
    const side = (CANVAS - 80) / count
    const tiles: string[] = []
    for (let index = 0; index < count * count; index += 1) {
      if (traits.Gaps === 'Airy' && random.chance(0.22)) continue
      const turn = random.integer(0, 3) * 90
      const [x, y] = [40 + (index % count) * side, 40 + Math.floor(index / count) * side]
      const place = `translate(${round(x)} ${round(y)}) scale(${round(side)}) rotate(${turn} .5 .5)`
      tiles.push(tag('g', { transform: place }, tile(random.pick<string>(motif), palette, random)))
    }
    return svgDocument(palette.ground, tiles)
  },
}

/** Returns one tile in a unit square. */
function tile(kind: string, palette: Palette, random: Random): string {
  const [back, front, extra] = random.shuffled([...palette.colors]) as [string, string, string]
  const ground = `<rect width="1.004" height="1.004" fill="${back}"/>`
  const shapes: Readonly<Record<string, string>> = {
    quarter: `<path d="M0 0H1A1 1 0 0 1 0 1Z" fill="${front}"/><path d="M0 0H.5A.5 .5 0 0 1 0 .5Z" fill="${extra}"/>`,
    leaf: `<path d="M0 0A1 1 0 0 1 1 1A1 1 0 0 1 0 0Z" fill="${front}"/>`,
    circle: `<circle cx=".5" cy=".5" r=".42" fill="${front}"/><circle cx=".5" cy=".5" r=".16" fill="${extra}"/>`,
    ring: `<circle cx=".5" cy=".5" r=".33" fill="none" stroke="${front}" stroke-width=".18"/>`,
    half: `<path d="M0 .5A.5 .5 0 0 1 1 .5Z" fill="${front}"/><path d="M.2 .5A.3 .3 0 0 0 .8 .5Z" fill="${extra}"/>`,
    triangle: `<path d="M0 0H1L0 1Z" fill="${front}"/><circle cx=".28" cy=".28" r=".13" fill="${extra}"/>`,
    stripes: [0.1, 0.34, 0.58, 0.82].map((y) => `<rect y="${y}" width="1" height=".1" fill="${front}"/>`).join(''),
  }
  return ground + (shapes[kind] ?? '')
}
