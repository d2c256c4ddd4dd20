import type { Random } from '../../random.ts'
import { type ArtStyle, byTrait, trait, values } from '../art-style.ts'
import { polar, round, svgDocument, tag } from '../svg.ts'

const BLOOMS = {
  Poppy: ['#d9432f', '#f0694a', '#2a1a1a'],
  Cornflower: ['#3f62c4', '#6f8fe6', '#f4d35e'],
  Marigold: ['#f09a26', '#ffc04d', '#7a3b12'],
  Anemone: ['#b9a3e3', '#dccff5', '#2f2350'],
  Peony: ['#e58aa8', '#f7c3d2', '#f4d35e'],
  Snowdrop: ['#fdfdf6', '#e6ecdf', '#7fae5a'],
  'Black Iris': ['#2f2440', '#55407a', '#e7b63c'],
} as const
const SHEETS = { Ivory: '#f6f0df', Sepia: '#e8d9bb', Celadon: '#dfe8da', Ink: '#22262c' }
const PETALS = { Five: 5, Eight: 8, Thirteen: 13, 'Twenty-One': 21 }

/** Pressed flowers of a flora that grew in a loop. */
export const herbarium: ArtStyle = {
  traits: [
    {
      name: 'Species',
      values: values({ Poppy: 4, Cornflower: 4, Marigold: 4, Peony: 3, Anemone: 3, Snowdrop: 2, 'Black Iris': 0.6 }),
    },
    { name: 'Petals', values: values({ Five: 4, Eight: 4, Thirteen: 3, 'Twenty-One': 1 }) },
    { name: 'Petal Form', values: values({ Round: 4, Pointed: 3, Heart: 2 }) },
    { name: 'Blooms', values: values({ One: 4, Two: 3, Three: 2 }) },
    { name: 'Leaves', values: values({ Lance: 4, Fern: 2, Clover: 2 }) },
    { name: 'Sheet', values: values({ Ivory: 5, Celadon: 3, Sepia: 2, Ink: 1 }) },
    { name: 'Guest', presence: 0.12, values: values({ Ladybird: 3, Bee: 2 }) },
  ],
  render: (traits, random) => {
    const heads = HEADS[trait(traits, 'Blooms')] ?? []
    const stems = heads.map(([x, y]) =>
      tag('path', {
        d: `M320 610Q${round(320 + (x - 320) * 0.2)} ${round((y + 610) / 2)} ${x} ${y}`,
        fill: 'none',
        stroke: '#5d7f45',
        'stroke-width': 8,
      }),
    )
    const leaves = [500, 440, 545].map((y, index) => leaf(trait(traits, 'Leaves'), 320, y, index % 2 === 0 ? -1 : 1))
    const sheet = byTrait(SHEETS, traits, 'Sheet')
    return svgDocument(sheet, [
      tag('rect', {
        x: 26,
        y: 26,
        width: 588,
        height: 588,
        fill: 'none',
        stroke: traits.Sheet === 'Ink' ? '#8f8a7a' : '#b9a98a',
        'stroke-width': 2,
      }),
      ...stems,
      ...leaves,
      ...heads.map((head) => bloom(head, traits, random)),
      guest(traits.Guest),
    ])
  },
}

const HEADS: Readonly<Record<string, readonly (readonly [x: number, y: number, size: number])[]>> = {
  One: [[320, 250, 165]],
  Two: [
    [235, 280, 120],
    [420, 190, 105],
  ],
  Three: [
    [320, 170, 105],
    [180, 300, 88],
    [460, 320, 92],
  ],
}

function bloom(
  [cx, cy, size]: readonly [number, number, number],
  traits: Parameters<ArtStyle['render']>[0],
  random: Random,
): string {
  const [outer, inner, heart] = byTrait(BLOOMS, traits, 'Species')
  const count = byTrait(PETALS, traits, 'Petals')
  const turn = random.between(0, 360)
  const ring = (scale: number, fill: string, offset: number) =>
    Array.from({ length: count }, (_, index) =>
      tag('path', {
        d: petal(trait(traits, 'Petal Form'), size * scale, (size * scale * 2.7) / count + 8),
        fill,
        'fill-opacity': '.88',
        stroke: heart,
        'stroke-opacity': '.25',
        'stroke-width': 2,
        transform: `translate(${cx} ${cy}) rotate(${round(turn + offset + (360 / count) * index)})`,
      }),
    ).join('')
  const pollen = Array.from({ length: 14 }, (_, index) => {
    const [x, y] = polar(cx, cy, size * 0.24, index * 25.7)
    return tag('circle', { cx: x, cy: y, r: size * 0.03, fill: heart })
  })
  return (
    ring(1, outer, 0) +
    ring(0.66, inner, 180 / count) +
    tag('circle', { cx, cy, r: size * 0.19, fill: heart }) +
    pollen.join('')
  )
}

function petal(form: string, length: number, width: number): string {
  const [l, w] = [round(length), round(width)]
  if (form === 'Pointed')
    return `M0 0C${w} ${-l * 0.4} ${round(w * 0.6)} ${-l * 0.8} 0 ${-l}C${-round(w * 0.6)} ${-l * 0.8} ${-w} ${-l * 0.4} 0 0Z`
  if (form === 'Heart')
    return `M0 0C${w} ${-l * 0.3} ${round(w * 1.3)} ${-l} ${round(w * 0.5)} ${-l}Q${round(w * 0.15)} ${-l} 0 ${-round(l * 0.86)}Q${-round(w * 0.15)} ${-l} ${-round(w * 0.5)} ${-l}C${-round(w * 1.3)} ${-l} ${-w} ${-l * 0.3} 0 0Z`
  return `M0 0C${w} ${-l * 0.3} ${w} ${-l} 0 ${-l}C${-w} ${-l} ${-w} ${-l * 0.3} 0 0Z`
}

function leaf(kind: string, x: number, y: number, side: number): string {
  const place = `translate(${x} ${y}) scale(${side} 1)`
  if (kind === 'Clover')
    return tag(
      'g',
      { transform: place, fill: '#6f9a52' },
      ...[-30, 30, 90].map((turn) =>
        tag('circle', { cx: polar(0, 0, 26, turn - 30)[0] + 44, cy: polar(0, 0, 26, turn - 30)[1] - 20, r: 22 }),
      ),
    )
  if (kind === 'Fern')
    return tag(
      'g',
      { transform: place, stroke: '#6f9a52', 'stroke-width': 6, fill: 'none', 'stroke-linecap': 'round' },
      tag('path', { d: 'M0 0Q70-10 130-60M30-6l6-34M56-16l8-36M84-30l4-36M46-10l30 16M74-24l32 8M100-40l28 2' }),
    )
  return tag('path', { d: 'M0 0C40-60 110-70 150-60 120-20 60 10 0 0Z', fill: '#6f9a52', transform: place })
}

function guest(kind: string | undefined): string {
  if (kind === 'Ladybird')
    return '<g transform="translate(470 500)"><ellipse rx="24" ry="20" fill="#d9322b"/><path d="M0-20V20" stroke="#1b1b1b" stroke-width="3"/><circle cx="-26" r="11" fill="#1b1b1b"/><g fill="#1b1b1b"><circle cx="-8" cy="-9" r="4"/><circle cx="9" cy="-9" r="4"/><circle cx="-8" cy="9" r="4"/><circle cx="9" cy="9" r="4"/></g></g>'
  if (kind === 'Bee')
    return '<g transform="translate(480 470) rotate(-20)"><ellipse cx="-4" cy="-20" rx="13" ry="22" fill="#fff" fill-opacity=".8"/><ellipse cx="14" cy="-19" rx="12" ry="20" fill="#fff" fill-opacity=".8"/><ellipse rx="32" ry="19" fill="#f2b134"/><path d="M-8-18v36M8-18v36M22-12v24" stroke="#2a1d10" stroke-width="7"/></g>'
  return ''
}
