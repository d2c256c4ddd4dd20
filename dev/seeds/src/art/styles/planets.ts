import type { Random } from '../../random.ts'
import { type ArtStyle, byTrait, CANVAS, trait, values } from '../art-style.ts'
import { polar, radialGradient, round, svgDocument, tag } from '../svg.ts'

const CLIMATES = {
  Temperate: ['#2f7fb8', '#4fa36b', '#e8e2c8', '#1e4f7d'],
  Arid: ['#c9743f', '#e0a561', '#8d3f26', '#f0cf9a'],
  Frozen: ['#bcd7ea', '#e9f3fa', '#7fa6c9', '#4d7396'],
  Molten: ['#3a1714', '#ff6a3c', '#ffb347', '#7d1f18'],
  Toxic: ['#7c9b3a', '#c3d65b', '#3f5a2a', '#e8f0a8'],
  Violet: ['#6a4fc3', '#b79cff', '#3b2a7d', '#f0d6ff'],
} as const

/** Small worlds, each with its weather. */
export const planets: ArtStyle = {
  traits: [
    { name: 'Climate', values: values({ Temperate: 4, Arid: 4, Frozen: 3, Violet: 2, Toxic: 2, Molten: 1 }) },
    { name: 'Surface', values: values({ Banded: 4, Cratered: 3, Continental: 3, Stormy: 2 }) },
    { name: 'Rings', presence: 0.3, values: values({ Single: 3, Double: 2, Broken: 1 }) },
    { name: 'Moons', presence: 0.45, values: values({ One: 4, Two: 3, Three: 1 }) },
    { name: 'Sky', values: values({ Clear: 4, Starfield: 4, Nebula: 2 }) },
  ],
  render: (traits, random) => {
    const colors = byTrait(CLIMATES, traits, 'Climate')
    const tilt = round(random.between(-24, 24))
    const parts = [
      sky(traits.Sky, random),
      tag(
        'g',
        { transform: `rotate(${tilt} 320 320)` },
        rings(traits.Rings, colors, 'back'),
        tag(
          'g',
          { 'clip-path': 'url(#disc)' },
          tag('circle', { cx: 320, cy: 320, r: 180, fill: colors[0] }),
          surface(trait(traits, 'Surface'), colors, random),
        ),
      ),
      tag('circle', { cx: 320, cy: 320, r: 181, fill: 'url(#shade)' }),
      tag('g', { transform: `rotate(${tilt} 320 320)` }, rings(traits.Rings, colors, 'front')),
      moons(traits.Moons, random),
    ]
    const shade = radialGradient(
      'shade',
      [
        [0, '#fff', 0.28],
        [0.45, '#000', 0],
        [1, '#05050c', 0.78],
      ],
      [0.34, 0.3],
    )
    return svgDocument('#0a0b14', parts, [
      shade,
      '<clipPath id="disc"><circle cx="320" cy="320" r="180"/></clipPath>',
      radialGradient('haze', [
        [0, colors[1], 0.5],
        [1, colors[1], 0],
      ]),
    ])
  },
}

function surface(kind: string, colors: readonly string[], random: Random): string {
  if (kind === 'Banded' || kind === 'Stormy')
    return bands(colors, random) + (kind === 'Stormy' ? storm(colors, random) : '')
  const blots = Array.from({ length: kind === 'Cratered' ? 16 : 9 }, () => {
    const size = kind === 'Cratered' ? random.between(10, 40) : random.between(40, 95)
    const [cx, cy] = polar(320, 320, random.between(0, 170), random.between(0, 360))
    const fill = kind === 'Cratered' ? colors[3] : random.pick(colors.slice(1, 3))
    const rim =
      kind === 'Cratered'
        ? tag('circle', {
            cx: cx - size * 0.12,
            cy: cy - size * 0.12,
            r: size * 0.82,
            fill: colors[2],
            'fill-opacity': '.45',
          })
        : ''
    return (
      tag('ellipse', {
        cx,
        cy,
        rx: size,
        ry: size * (kind === 'Cratered' ? 1 : random.between(0.45, 0.8)),
        fill,
        'fill-opacity': '.8',
      }) + rim
    )
  })
  return blots.join('')
}

function bands(colors: readonly string[], random: Random): string {
  const stripes: string[] = []
  for (let y = 140; y < 500; ) {
    const height = random.between(12, 46)
    const lift = random.between(-14, 14)
    stripes.push(
      tag('path', {
        d: `M130 ${round(y)}Q320 ${round(y + lift)} 510 ${round(y)}V${round(y + height)}Q320 ${round(y + height - lift)} 130 ${round(y + height)}Z`,
        fill: random.pick(colors),
        'fill-opacity': '.85',
      }),
    )
    y += height
  }
  return stripes.join('')
}

function storm(colors: readonly string[], random: Random): string {
  const [cx, cy] = [random.between(250, 390), random.between(280, 390)]
  return [52, 36, 18]
    .map((r, index) => tag('ellipse', { cx, cy, rx: r * 1.5, ry: r * 0.75, fill: colors[(index + 1) % 4] }))
    .join('')
}

/** A ring is two half ellipses: one behind the disc, one before it. */
function rings(kind: string | undefined, colors: readonly string[], half: 'back' | 'front'): string {
  if (kind === undefined) return ''
  const sizes = kind === 'Double' ? [230, 272] : [250]
  const sweep = half === 'back' ? 1 : 0
  const dash = kind === 'Broken' ? '46 16' : undefined
  return sizes
    .map((rx, index) =>
      tag('path', {
        d: `M${320 - rx} 320A${rx} ${round(rx * 0.24)} 0 0 ${sweep} ${320 + rx} 320`,
        fill: 'none',
        stroke: colors[(index + 1) % 4],
        'stroke-width': index === 0 ? 22 : 9,
        'stroke-opacity': '.85',
        'stroke-dasharray': dash,
      }),
    )
    .join('')
}

function moons(kind: string | undefined, random: Random): string {
  const count = { One: 1, Two: 2, Three: 3 }[kind ?? ''] ?? 0
  return Array.from({ length: count }, (_, index) => {
    const [cx, cy] = polar(320, 320, 250 + index * 14, random.between(0, 120) + index * 120)
    const r = random.between(12, 30)
    return (
      tag('circle', { cx, cy, r, fill: '#cfccd8' }) +
      tag('circle', { cx: cx + r * 0.3, cy: cy + r * 0.3, r: r * 0.75, fill: '#000', 'fill-opacity': '.28' })
    )
  }).join('')
}

function sky(kind: string | undefined, random: Random): string {
  const nebula =
    kind === 'Nebula'
      ? tag('ellipse', {
          cx: random.between(120, 520),
          cy: random.between(120, 520),
          rx: 330,
          ry: 220,
          fill: 'url(#haze)',
        })
      : ''
  const stars = Array.from({ length: kind === 'Clear' ? 24 : 120 }, () =>
    tag('circle', { cx: random.between(0, CANVAS), cy: random.between(0, CANVAS), r: random.between(0.6, 2) }),
  )
  return nebula + tag('g', { fill: '#fff', opacity: '.8' }, ...stars)
}
