import type { Random } from '../../random.ts'
import { type ArtStyle, byTrait, trait, values } from '../art-style.ts'
import { type Point, polar, radialGradient, smoothLoop, svgDocument, tag } from '../svg.ts'

const FURS = {
  Moss: ['#6f9a4b', '#48702f'],
  Rust: ['#d0703f', '#9a4524'],
  Ash: ['#8d93a3', '#5d6273'],
  Plum: ['#8a5aa8', '#5c3677'],
  Butter: ['#f0c75e', '#c4932c'],
  Ink: ['#3a3f5c', '#22253b'],
  Ghost: ['#f2eef5', '#c5bdd2'],
} as const
const GLADES = { Dawn: '#f6d8b8', Fern: '#cfe0b8', Pond: '#b9d8dc', Dusk: '#c9b8d8', Night: '#23263f' }

/** Round woodland creatures that look back at you. */
export const mossfolk: ArtStyle = {
  traits: [
    { name: 'Glade', values: values({ Fern: 4, Dawn: 4, Pond: 3, Dusk: 2, Night: 1 }) },
    { name: 'Fur', values: values({ Moss: 5, Rust: 4, Ash: 4, Butter: 3, Plum: 2, Ink: 2, Ghost: 0.6 }) },
    { name: 'Eyes', values: values({ Two: 7, One: 2, Three: 1 }) },
    { name: 'Mood', values: values({ Content: 4, Toothy: 3, Surprised: 2, Grumpy: 2 }) },
    { name: 'Crown', values: values({ Ears: 5, Antlers: 2, Leaves: 3, Horns: 2, Mushroom: 1 }) },
    { name: 'Belly', presence: 0.55, values: values({ Pale: 4, Spotted: 2, Striped: 2 }) },
    { name: 'Cheeks', presence: 0.35, values: values({ Rosy: 1 }) },
  ],
  render: (traits, random) => {
    const [light, dark] = byTrait(FURS, traits, 'Fur')
    const body = smoothLoop(outline(random))
    return svgDocument(
      byTrait(GLADES, traits, 'Glade'),
      [
        tag('ellipse', { cx: 320, cy: 584, rx: 240, ry: 34, fill: '#000', 'fill-opacity': '.16' }),
        crown(trait(traits, 'Crown'), dark),
        tag('path', { d: body, fill: 'url(#fur)' }),
        belly(traits.Belly, dark),
        traits.Cheeks === undefined
          ? ''
          : tag(
              'g',
              { fill: '#ff6f91', 'fill-opacity': '.45' },
              tag('circle', { cx: 196, cy: 372, r: 28 }),
              tag('circle', { cx: 444, cy: 372, r: 28 }),
            ),
        eyes(trait(traits, 'Eyes'), random),
        mouth(trait(traits, 'Mood')),
      ],
      [
        radialGradient(
          'fur',
          [
            [0, light],
            [0.75, light],
            [1, dark],
          ],
          [0.42, 0.32],
        ),
      ],
    )
  },
}

/** Returns a squat body with a tufted edge. */
function outline(random: Random): readonly Point[] {
  return Array.from({ length: 46 }, (_, index) => {
    const degrees = (360 / 46) * index
    const squat = Math.sin((degrees * Math.PI) / 180) > 0.75 ? 0.93 : 1
    const [x, y] = polar(320, 372, (index % 2 === 0 ? 214 : 198) * squat + random.between(-7, 7), degrees)
    return [x, y]
  })
}

function eyes(kind: string, random: Random): string {
  const places: Readonly<Record<string, readonly (readonly [number, number, number])[]>> = {
    One: [[320, 300, 66]],
    Two: [
      [250, 306, 46],
      [390, 306, 46],
    ],
    Three: [
      [222, 316, 36],
      [320, 284, 46],
      [418, 316, 36],
    ],
  }
  const [dx, dy] = polar(0, 0, 0.26, random.between(0, 360))
  return (places[kind] ?? [])
    .map(
      ([cx, cy, r]) =>
        tag('circle', { cx, cy, r, fill: '#fffdf5' }) +
        tag('circle', { cx: cx + dx * r, cy: cy + dy * r, r: r * 0.56, fill: '#1b1b24' }) +
        tag('circle', { cx: cx + dx * r - r * 0.18, cy: cy + dy * r - r * 0.2, r: r * 0.16, fill: '#fff' }),
    )
    .join('')
}

function mouth(mood: string): string {
  const line = { fill: 'none', stroke: '#1b1b24', 'stroke-width': 9, 'stroke-linecap': 'round' }
  const shapes: Readonly<Record<string, string>> = {
    Content: tag('path', { d: 'M276 400q44 40 88 0', ...line }),
    Grumpy: tag('path', { d: 'M276 424q44-36 88 0', ...line }),
    Surprised: tag('ellipse', { cx: 320, cy: 414, rx: 24, ry: 30, fill: '#1b1b24' }),
    Toothy:
      tag('path', { d: 'M256 394h128q-6 62-64 62t-64-62z', fill: '#1b1b24' }) +
      tag('path', { d: 'M276 394h24l-12 26zM340 394h24l-12 26z', fill: '#fffdf5' }),
  }
  return shapes[mood] ?? ''
}

function belly(kind: string | undefined, dark: string): string {
  if (kind === undefined) return ''
  const ground = tag('ellipse', { cx: 320, cy: 500, rx: 112, ry: 72, fill: '#fffdf5', 'fill-opacity': '.5' })
  if (kind === 'Spotted')
    return (
      ground +
      [
        [280, 480],
        [330, 510],
        [372, 482],
        [300, 532],
        [352, 540],
      ]
        .map(([cx, cy]) => tag('circle', { cx, cy, r: 11, fill: dark, 'fill-opacity': '.6' }))
        .join('')
    )
  if (kind === 'Striped')
    return (
      ground +
      tag('path', {
        d: 'M230 478q90 34 180 0M216 510q104 34 208 0M236 542q84 24 168 0',
        fill: 'none',
        stroke: dark,
        'stroke-opacity': '.6',
        'stroke-width': 10,
      })
    )
  return ground
}

function crown(kind: string, dark: string): string {
  const shapes: Readonly<Record<string, string>> = {
    Ears: tag('path', { d: 'M150 270L120 90q90 20 130 110zM490 270l30-180q-90 20-130 110z', fill: dark }),
    Horns: tag('path', {
      d: 'M190 220q-90-60-60-150 30 70 110 100zM450 220q90-60 60-150-30 70-110 100z',
      fill: '#f1e4c8',
    }),
    Antlers: tag('path', {
      d: 'M240 200q-30-70-100-120M204 142l-74 6M176 108l4-56M400 200q30-70 100-120M436 142l74 6M464 108l-4-56',
      fill: 'none',
      stroke: '#8a5a35',
      'stroke-width': 18,
      'stroke-linecap': 'round',
    }),
    Leaves: [-50, -20, 10, 40]
      .map((turn) =>
        tag('path', {
          d: 'M320 190q-50-70 0-140 50 70 0 140z',
          fill: turn % 20 === 0 ? '#5f8f3f' : '#86b552',
          transform: `rotate(${turn} 320 230)`,
        }),
      )
      .join(''),
    Mushroom:
      tag('rect', { x: 290, y: 110, width: 60, height: 90, rx: 24, fill: '#f6ead2' }) +
      tag('path', { d: 'M196 130q124-150 248 0z', fill: '#d64545' }) +
      [
        [270, 96, 14],
        [330, 74, 16],
        [384, 104, 12],
      ]
        .map(([cx, cy, r]) => tag('circle', { cx, cy, r, fill: '#fff' }))
        .join(''),
  }
  return shapes[kind] ?? ''
}
