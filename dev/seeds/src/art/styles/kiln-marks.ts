import type { Random } from '../../random.ts'
import { type ArtStyle, byTrait, trait, values } from '../art-style.ts'
import { linearGradient, svgDocument, tag } from '../svg.ts'

const GLAZES = {
  Celadon: ['#b8d4c2', '#7fa892', '#3f6a58'],
  Tenmoku: ['#6b3a22', '#3a1f16', '#d98a3f'],
  Cobalt: ['#eef1f4', '#c9d3de', '#1f3f9c'],
  Raku: ['#d9b18c', '#8f5f45', '#1c1614'],
  Oxblood: ['#a32a2a', '#5f1418', '#f0c9a0'],
  Shino: ['#f3e4d3', '#dcb99a', '#b4552f'],
} as const
const ROOMS = {
  Linen: ['#efe6d8', '#cbb89a'],
  Sage: ['#d5dcc8', '#9fac8a'],
  Clay: ['#e3bfa6', '#b4785a'],
  Slate: ['#5d6675', '#343b48'],
  Night: ['#23222e', '#121118'],
} as const
const FORMS = {
  Bottle: 'M284 130h72v110c60 30 100 90 100 170 0 80-50 130-136 130s-136-50-136-130c0-80 40-140 100-170z',
  Moon: 'M270 190h100v24c90 24 130 90 130 160 0 100-80 166-180 166s-180-66-180-166c0-70 40-136 130-160z',
  Amphora: 'M260 140h120l-14 50c70 40 96 100 80 180-16 80-60 130-70 170h-112c-10-40-54-90-70-170-16-80 10-140 80-180z',
  Cylinder: 'M210 180h220v330q0 30-30 30H240q-30 0-30-30z',
} as const

/** Pots from a kiln that fires one of each. */
export const kilnMarks: ArtStyle = {
  traits: [
    { name: 'Form', values: values({ Bottle: 4, Moon: 3, Amphora: 3, Cylinder: 2 }) },
    { name: 'Glaze', values: values({ Celadon: 4, Cobalt: 4, Tenmoku: 3, Shino: 3, Raku: 2, Oxblood: 1 }) },
    { name: 'Brush', values: values({ Rings: 4, Waves: 3, Bamboo: 3, Drip: 3, Bare: 2 }) },
    { name: 'Room', values: values({ Linen: 5, Sage: 3, Clay: 3, Slate: 2, Night: 1 }) },
    { name: 'Holds', presence: 0.35, values: values({ Branch: 4, Tulip: 3, Feather: 1 }) },
    { name: 'Kintsugi', presence: 0.05, values: values({ Gold: 1 }) },
  ],
  render: (traits, random) => {
    const [light, dark, brush] = byTrait(GLAZES, traits, 'Glaze')
    const [wall, table] = byTrait(ROOMS, traits, 'Room')
    const form = byTrait(FORMS, traits, 'Form')
    return svgDocument(
      wall,
      [
        tag('rect', { y: 470, width: 640, height: 170, fill: table }),
        tag('ellipse', { cx: 350, cy: 540, rx: 190, ry: 24, fill: '#000', 'fill-opacity': '.22' }),
        holds(traits.Holds),
        tag('path', { d: form, fill: 'url(#glaze)' }),
        tag(
          'g',
          { 'clip-path': 'url(#pot)' },
          brushwork(trait(traits, 'Brush'), brush, random),
          kintsugi(traits.Kintsugi),
          tag('rect', { width: 640, height: 640, fill: 'url(#shine)' }),
        ),
      ],
      [
        linearGradient('glaze', [light, light, dark], 0),
        shine(),
        tag('clipPath', { id: 'pot' }, tag('path', { d: form })),
      ],
    )
  },
}

function shine(): string {
  return '<linearGradient id="shine"><stop offset=".2" stop-color="#000" stop-opacity=".28"/><stop offset=".4" stop-color="#fff" stop-opacity=".28"/><stop offset=".52" stop-color="#fff" stop-opacity="0"/><stop offset=".85" stop-color="#000" stop-opacity=".34"/></linearGradient>'
}

function brushwork(kind: string, color: string, random: Random): string {
  const line = { fill: 'none', stroke: color, 'stroke-linecap': 'round', 'stroke-opacity': '.9' }
  if (kind === 'Rings')
    return [300, 330, 420]
      .map((y, index) => tag('path', { d: `M120 ${y}q200 44 400 0`, ...line, 'stroke-width': index === 1 ? 22 : 8 }))
      .join('')
  if (kind === 'Waves')
    return [330, 370, 410, 450]
      .map((y) => tag('path', { d: `M100 ${y}${'q22-34 44 0t44 0'.repeat(6)}`, ...line, 'stroke-width': 7 }))
      .join('')
  if (kind === 'Bamboo')
    return [260, 330, 390]
      .map((x) =>
        tag('path', {
          d: `M${x} 560V${random.integer(240, 320)}M${x} 400q40-10 60-46M${x} 450q-40-10-60-46`,
          ...line,
          'stroke-width': 9,
        }),
      )
      .join('')
  if (kind !== 'Drip') return ''
  const drops = Array.from(
    { length: 9 },
    (_, index) => `v${random.integer(10, 130)}a24 24 0 0 0 48 0V${240 + (index % 2)}`,
  )
  return tag('path', { d: `M110 120V240${drops.join('')}V120z`, fill: color, 'fill-opacity': '.88' })
}

function kintsugi(kind: string | undefined): string {
  return kind === undefined
    ? ''
    : tag('path', {
        d: 'M180 300l70 50 40-20 60 90 80 20M350 420l-30 130M250 350l-20 90',
        fill: 'none',
        stroke: '#e7b63c',
        'stroke-width': 7,
        'stroke-linejoin': 'round',
      })
}

function holds(kind: string | undefined): string {
  if (kind === 'Branch')
    return (
      tag('path', {
        d: 'M320 200Q300 110 240 50M306 140Q350 100 370 50M312 170Q360 150 400 130',
        fill: 'none',
        stroke: '#5a4030',
        'stroke-width': 7,
      }) +
      [
        [240, 50],
        [262, 78],
        [370, 50],
        [358, 84],
        [400, 130],
        [290, 112],
      ]
        .map(([cx, cy]) => tag('circle', { cx, cy, r: 13, fill: '#f4a6b4' }))
        .join('')
    )
  if (kind === 'Tulip')
    return (
      tag('path', { d: 'M320 220V110', stroke: '#5d7f45', 'stroke-width': 8 }) +
      tag('path', { d: 'M276 50l22 24 22-30 22 30 22-24q10 84-44 84t-44-84z', fill: '#e4572e' })
    )
  if (kind === 'Feather')
    return (
      tag('path', { d: 'M320 220Q330 100 400 30 430 110 344 190Z', fill: '#f6f1e6' }) +
      tag('path', { d: 'M320 220Q340 120 396 40', fill: 'none', stroke: '#8d8472', 'stroke-width': 4 })
    )
  return ''
}
