import type { Random } from '../../random.ts'
import { type ArtStyle, byTrait, CANVAS, values } from '../art-style.ts'
import { linePath, type Point, polar, radialGradient, svgDocument, tag } from '../svg.ts'

const SKIES = {
  Winter: ['#070b1d', '#1b2a5c'],
  Spring: ['#0c1420', '#1f5a56'],
  Summer: ['#120a24', '#5b2a7a'],
  Autumn: ['#150b0f', '#7a3324'],
} as const
const STARS = { Minor: 5, Lesser: 7, Greater: 10 }

/** A figure of stars that nobody has named yet. */
export const constellations: ArtStyle = {
  traits: [
    { name: 'Season', values: values({ Winter: 4, Spring: 3, Summer: 3, Autumn: 2 }) },
    { name: 'Order', values: values({ Minor: 4, Lesser: 4, Greater: 2 }) },
    { name: 'Figure', values: values({ Path: 4, Loop: 3, Branch: 3 }) },
    { name: 'Chart', values: values({ Plain: 4, Circles: 3, Meridians: 2 }) },
    { name: 'Moon', presence: 0.22, values: values({ New: 1, Crescent: 4, Half: 3, Full: 2 }) },
    { name: 'Visitor', presence: 0.05, values: values({ Comet: 3, Satellite: 1 }) },
  ],
  render: (traits, random) => {
    const [dark, glow] = byTrait(SKIES, traits, 'Season')
    const stars = placeStars(random, byTrait(STARS, traits, 'Order'))
    const parts = [
      tag('rect', { width: CANVAS, height: CANVAS, fill: 'url(#glow)' }),
      dust(random),
      chart(traits.Chart),
      tag(
        'g',
        { stroke: '#fff', 'stroke-opacity': '.55', 'stroke-width': 2, fill: 'none' },
        figure(traits.Figure, stars),
      ),
      ...stars.map((star) => brightStar(star, random.between(4, 9))),
      moon(traits.Moon, dark),
      visitor(traits.Visitor),
    ]
    const halo = radialGradient('halo', [
      [0, '#fff', 0.8],
      [1, '#fff', 0],
    ])
    return svgDocument(dark, parts, [
      radialGradient(
        'glow',
        [
          [0, glow],
          [1, dark],
        ],
        [random.between(0.3, 0.7), 0.75],
      ),
      halo,
    ])
  },
}

/** Returns stars around the middle, in order of their angle, so that lines between neighbours rarely cross. */
function placeStars(random: Random, count: number): readonly Point[] {
  return Array.from({ length: count }, (_, index) =>
    polar(320, 330, random.between(110, 240), (360 / count) * index + random.between(-16, 16)),
  )
}

function figure(kind: string | undefined, stars: readonly Point[]): string {
  if (kind === 'Loop') return tag('path', { d: linePath(stars, true) })
  if (kind === 'Path') return tag('path', { d: linePath(stars) })
  return stars.map((star) => tag('path', { d: linePath([[320, 330], star]) })).join('') + brightStar([320, 330], 7)
}

function brightStar([cx, cy]: Point, r: number): string {
  return (
    tag('circle', { cx, cy, r: r * 3.2, fill: 'url(#halo)', stroke: 'none' }) +
    tag('circle', { cx, cy, r, fill: '#fff', stroke: 'none' })
  )
}

function dust(random: Random): string {
  const specks = Array.from({ length: 170 }, () =>
    tag('circle', {
      cx: random.between(0, CANVAS),
      cy: random.between(0, CANVAS),
      r: random.between(0.5, 1.9),
      'fill-opacity': String(Math.round(random.between(20, 90)) / 100),
    }),
  )
  return tag('g', { fill: '#fff' }, ...specks)
}

function chart(kind: string | undefined): string {
  if (kind === 'Plain' || kind === undefined) return ''
  const rings = [120, 200, 280].map((r) => tag('circle', { cx: 320, cy: 330, r }))
  const rays = Array.from({ length: 12 }, (_, index) =>
    tag('path', { d: linePath([[320, 330], polar(320, 330, 480, index * 30)]) }),
  )
  return tag('g', { fill: 'none', stroke: '#fff', 'stroke-opacity': '.16' }, ...(kind === 'Circles' ? rings : rays))
}

function moon(phase: string | undefined, dark: string): string {
  if (phase === undefined) return ''
  const shadow = { New: 4, Crescent: 24, Half: 50, Full: 999 }[phase] ?? 999
  const disc = tag('circle', { cx: 530, cy: 110, r: 46, fill: '#f6efd9' })
  return disc + (shadow > 500 ? '' : tag('circle', { cx: 530 - shadow, cy: 110 - shadow / 3, r: 46, fill: dark }))
}

function visitor(kind: string | undefined): string {
  if (kind === undefined) return ''
  const trail = tag('path', {
    d: 'M90 70L250 150',
    stroke: '#fff',
    'stroke-opacity': '.7',
    'stroke-width': kind === 'Comet' ? 6 : 1.5,
    'stroke-linecap': 'round',
  })
  return trail + tag('circle', { cx: 250, cy: 150, r: kind === 'Comet' ? 10 : 4, fill: '#fff' })
}
