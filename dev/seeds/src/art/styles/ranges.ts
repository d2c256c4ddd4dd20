import { createNoise2D } from 'simplex-noise'
import type { Random } from '../../random.ts'
import { type ArtStyle, byTrait, CANVAS, values } from '../art-style.ts'
import { linearGradient, linePath, type Point, svgDocument, tag } from '../svg.ts'

const HOURS = {
  Sunrise: { sky: ['#f9d5a7', '#f4a58a', '#d97a8a'], far: [205, 130, 150], near: [60, 34, 70], sun: '#fff3d0' },
  Noon: { sky: ['#9cc9e8', '#d6ebf4', '#f6f7ee'], far: [140, 180, 200], near: [28, 70, 84], sun: '#fffbe6' },
  Sunset: { sky: ['#3a2a5e', '#b04a6f', '#f7a35c'], far: [150, 70, 110], near: [24, 16, 44], sun: '#ffd98a' },
  Moonrise: { sky: ['#0d1430', '#24346b', '#5c78b0'], far: [70, 92, 150], near: [8, 12, 32], sun: '#eef3ff' },
  Aurora: { sky: ['#06121c', '#0e3b42', '#2f8f78'], far: [40, 92, 92], near: [4, 18, 24], sun: '#d9fff0' },
} as const

/** Mountains behind mountains. */
export const ranges: ArtStyle = {
  traits: [
    { name: 'Hour', values: values({ Sunrise: 4, Noon: 3, Sunset: 4, Moonrise: 2, Aurora: 1 }) },
    { name: 'Ranges', values: values({ Three: 3, Five: 4, Seven: 2 }) },
    { name: 'Peaks', values: values({ Rolling: 3, Jagged: 4, Mesa: 1 }) },
    { name: 'Foreground', values: values({ Bare: 3, Pines: 4, Lake: 2 }) },
    { name: 'Birds', presence: 0.25, values: values({ Pair: 3, Flock: 2 }) },
  ],
  render: (traits, random) => {
    const hour = byTrait(HOURS, traits, 'Hour')
    const count = { Three: 3, Five: 5, Seven: 7 }[traits.Ranges ?? 'Five'] ?? 5
    const noise = createNoise2D(() => random.next())
    const hills = Array.from({ length: count }, (_, index) => {
      const t = index / (count - 1)
      const color = hour.far.map((from, channel) => Math.round(from + ((hour.near[channel] ?? 0) - from) * t))
      return tag('path', {
        d: ridge(noise, 280 + t * 230, index, traits.Peaks ?? 'Rolling'),
        fill: `rgb(${color.join(' ')})`,
      })
    })
    return svgDocument(
      hour.sky[0],
      [
        tag('rect', { width: CANVAS, height: CANVAS, fill: 'url(#sky)' }),
        tag('circle', { cx: random.between(150, 490), cy: random.between(150, 260), r: 62, fill: hour.sun }),
        birds(traits.Birds),
        ...hills,
        foreground(traits.Foreground, `rgb(${hour.near.join(' ')})`, hour.sky[1], random),
      ],
      [linearGradient('sky', hour.sky)],
    )
  },
}

function ridge(noise: (x: number, y: number) => number, base: number, layer: number, kind: string): string {
  const points: Point[] = [[0, CANVAS]]
  const step = kind === 'Rolling' ? 12 : 20
  for (let x = 0; x <= CANVAS + step; x += step) {
    const wave = noise(x * 0.0042, layer * 7.3) * 90
    const rough = kind === 'Jagged' ? noise(x * 0.028, layer * 3.1) * 40 : 0
    const height = kind === 'Mesa' ? Math.round(wave / 36) * 36 : wave + rough
    points.push([x, base - height])
  }
  return linePath([...points, [CANVAS, CANVAS]], true)
}

function foreground(kind: string | undefined, dark: string, light: string, random: Random): string {
  if (kind === 'Lake') {
    const ripples = Array.from(
      { length: 14 },
      () => `M${random.integer(40, 520)} ${random.integer(570, 632)}h${random.integer(30, 110)}`,
    )
    return (
      tag('rect', { y: 556, width: CANVAS, height: 84, fill: light, 'fill-opacity': '.75' }) +
      tag('path', { d: ripples.join(''), stroke: '#fff', 'stroke-opacity': '.6', 'stroke-width': 3 })
    )
  }
  if (kind !== 'Pines') return ''
  const pines = Array.from({ length: 26 }, () => {
    const [x, height] = [random.integer(-10, 650), random.integer(60, 150)]
    return `M${x} ${650 - height}l${Math.round(height / 5)} ${height}h${-Math.round((height / 5) * 2)}z`
  })
  return tag('path', { d: pines.join(''), fill: dark })
}

function birds(kind: string | undefined): string {
  if (kind === undefined) return ''
  const places =
    kind === 'Pair'
      ? [
          [200, 150],
          [250, 130],
        ]
      : [
          [360, 110],
          [400, 128],
          [440, 100],
          [480, 134],
          [420, 150],
        ]
  const d = places.map(([x, y]) => `M${x} ${y}q12-14 20 0q8-14 20 0`).join('')
  return tag('path', { d, fill: 'none', stroke: '#1b1b24', 'stroke-width': 4, 'stroke-linecap': 'round' })
}
