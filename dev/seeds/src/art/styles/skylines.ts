import type { Random } from '../../random.ts'
import { type ArtStyle, byTrait, CANVAS, values } from '../art-style.ts'
import { linearGradient, svgDocument, tag } from '../svg.ts'

const HOURS = {
  Dusk: { sky: ['#2b2a55', '#8a4a7d', '#f08a6a', '#ffd08a'], towers: ['#3a2f5c', '#2a2348', '#171430'] },
  'Blue Hour': { sky: ['#0f1c3f', '#24457c', '#6f93c4'], towers: ['#1f3360', '#15244a', '#0b1430'] },
  Midnight: { sky: ['#05060f', '#10142c', '#232850'], towers: ['#171b38', '#101329', '#090b1a'] },
  Dawn: { sky: ['#7fa6c9', '#f4c9b8', '#fff0d0'], towers: ['#8f8fae', '#6a6a90', '#45466c'] },
  Smog: { sky: ['#5a4a3a', '#b4834a', '#e8bd78'], towers: ['#7d5f3e', '#5a432c', '#36281a'] },
}
const LIT = { Few: 0.14, Many: 0.38, Everyone: 0.72 }

/** Windows of a city at the hours when they matter. */
export const skylines: ArtStyle = {
  traits: [
    { name: 'Hour', values: values({ Dusk: 4, 'Blue Hour': 4, Midnight: 3, Dawn: 2, Smog: 1 }) },
    { name: 'Awake', values: values({ Few: 3, Many: 4, Everyone: 2 }) },
    { name: 'Blocks', values: values({ Low: 2, Mixed: 4, Towers: 3 }) },
    { name: 'Weather', values: values({ Clear: 6, Rain: 3, Snow: 2 }) },
    { name: 'Light', values: values({ Tungsten: 5, Neon: 2, Cold: 3 }) },
    { name: 'In the Sky', presence: 0.3, values: values({ Moon: 4, Kite: 2, Airship: 1 }) },
  ],
  render: (traits, random) => {
    const hour = byTrait(HOURS, traits, 'Hour')
    const rows = hour.towers.map((fill, depth) =>
      row(traits.Blocks ?? 'Mixed', depth, fill, byTrait(LIT, traits, 'Awake'), windowColors(traits.Light), random),
    )
    return svgDocument(
      hour.sky[0] ?? '#000',
      [
        tag('rect', { width: CANVAS, height: CANVAS, fill: 'url(#sky)' }),
        aloft(traits['In the Sky']),
        ...rows,
        weather(traits.Weather, random),
      ],
      [linearGradient('sky', hour.sky)],
    )
  },
}

function windowColors(light: string | undefined): readonly string[] {
  if (light === 'Neon') return ['#ff5fa2', '#5ff0ff', '#ffe36b', '#a98bff']
  return light === 'Cold' ? ['#dff1ff', '#b8dcff', '#f6fbff'] : ['#ffd27a', '#ffb74d', '#fff0c2']
}

function row(
  blocks: string,
  depth: number,
  fill: string,
  lit: number,
  lights: readonly string[],
  random: Random,
): string {
  const parts: string[] = []
  const base = { Low: 120, Mixed: 190, Towers: 260 }[blocks] ?? 190
  for (let x = -20; x < CANVAS; ) {
    const width = random.integer(3, 5) * 24 - depth * 4
    const height = base * (1.35 - depth * 0.32) + random.between(-70, blocks === 'Low' ? 40 : 130)
    parts.push(tower(x, CANVAS - height - (2 - depth) * 30, width, fill, lit, lights, random))
    x += width + random.integer(0, 2) * 6
  }
  return parts.join('')
}

function tower(
  x: number,
  top: number,
  width: number,
  fill: string,
  lit: number,
  lights: readonly string[],
  random: Random,
): string {
  const parts = [tag('rect', { x, y: top, width, height: CANVAS - top, fill })]
  if (random.chance(0.3)) parts.push(tag('rect', { x: x + width / 2 - 2, y: top - 34, width: 4, height: 34, fill }))
  for (let wy = top + 16; wy < CANVAS; wy += 26) {
    for (let wx = x + 10; wx + 10 <= x + width - 6; wx += 20) {
      if (random.chance(lit))
        parts.push(tag('rect', { x: wx, y: wy, width: 10, height: 14, fill: random.pick(lights) }))
    }
  }
  return parts.join('')
}

function weather(kind: string | undefined, random: Random): string {
  if (kind === 'Rain') {
    const drops = Array.from({ length: 110 }, () => `M${random.integer(0, 660)} ${random.integer(-20, 640)}l-8 30`)
    return tag('path', { d: drops.join(''), stroke: '#dfe9ff', 'stroke-opacity': '.4', 'stroke-width': 2 })
  }
  if (kind !== 'Snow') return ''
  return tag(
    'g',
    { fill: '#fff', 'fill-opacity': '.85' },
    ...Array.from({ length: 120 }, () =>
      tag('circle', { cx: random.integer(0, 640), cy: random.integer(0, 640), r: random.between(1.5, 4.5) }),
    ),
  )
}

function aloft(kind: string | undefined): string {
  if (kind === 'Moon') return tag('circle', { cx: 490, cy: 120, r: 58, fill: '#fff4d6', 'fill-opacity': '.92' })
  if (kind === 'Kite')
    return (
      tag('path', { d: 'M180 90l46 60-46 80-46-80z', fill: '#e4572e' }) +
      tag('path', {
        d: 'M180 230q30 50-10 90t10 100',
        fill: 'none',
        stroke: '#fff',
        'stroke-opacity': '.7',
        'stroke-width': 2,
      })
    )
  if (kind === 'Airship')
    return (
      tag('ellipse', { cx: 300, cy: 120, rx: 120, ry: 42, fill: '#d9cfc0' }) +
      tag('path', { d: 'M180 120l-46-36v72zM262 158h76l-12 24h-52z', fill: '#8d7f6c' })
    )
  return ''
}
