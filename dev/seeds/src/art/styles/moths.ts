import type { Random } from '../../random.ts'
import { type ArtStyle, byTrait, trait, values } from '../art-style.ts'
import { linearGradient, mirrored, round, svgDocument, tag } from '../svg.ts'

const WINGS = {
  Luna: ['#b8d8a0', '#7fb285', '#f4e9c1', '#5a4a78'],
  Atlas: ['#c8643c', '#8f3b2a', '#f0c48a', '#3c1d18'],
  Cinnabar: ['#26262e', '#3a3a46', '#e0423a', '#e0423a'],
  Emperor: ['#a08bb0', '#6f5a86', '#f2d7c9', '#2b2338'],
  Ermine: ['#f3efe4', '#d9d2c0', '#2a2a30', '#6f6a5e'],
  Peacock: ['#2f6f8f', '#1c4560', '#f2b134', '#0d2230'],
  Gilded: ['#e3b23c', '#a87a1d', '#fff2c4', '#3d2b0a'],
} as const
const BOARDS = { Cream: '#f4ecdb', Slate: '#2a2d38', Sage: '#cbd3bd', Rose: '#ecd4cf' }
const FORMS = {
  Broad: 'M320 280C360 120 520 70 590 130 610 210 560 320 330 350Z',
  Swept: 'M320 280C380 160 500 90 600 90 570 200 500 300 330 340Z',
  Round: 'M320 290C340 110 500 90 570 180 590 270 500 350 330 350Z',
} as const
const TAILS = {
  Short: 'M326 345C430 330 540 350 520 440 470 520 370 470 326 380Z',
  Long: 'M326 345C430 330 510 360 480 440 470 500 500 540 520 590 450 570 360 480 326 380Z',
  Scalloped:
    'M326 345C430 320 550 340 540 400 530 430 545 450 510 470 490 500 460 490 440 505 390 500 340 430 326 380Z',
} as const

/** Pinned moths, drawn once and mirrored. */
export const moths: ArtStyle = {
  traits: [
    {
      name: 'Family',
      values: values({ Atlas: 4, Luna: 4, Emperor: 4, Ermine: 3, Peacock: 2, Cinnabar: 2, Gilded: 0.5 }),
    },
    { name: 'Forewing', values: values({ Broad: 4, Swept: 3, Round: 3 }) },
    { name: 'Hindwing', values: values({ Short: 4, Scalloped: 3, Long: 2 }) },
    { name: 'Marking', values: values({ Eyespots: 4, Bands: 4, Dots: 3, Veins: 2 }) },
    { name: 'Antennae', values: values({ Feathered: 3, Plain: 4 }) },
    { name: 'Board', values: values({ Cream: 5, Sage: 3, Slate: 2, Rose: 2 }) },
  ],
  render: (traits, random) => {
    const [main, shade, mark, body] = byTrait(WINGS, traits, 'Family')
    const [fore, hind] = [byTrait(FORMS, traits, 'Forewing'), byTrait(TAILS, traits, 'Hindwing')]
    const marks = marking(trait(traits, 'Marking'), mark, body, random)
    const half =
      tag('path', { d: hind, fill: 'url(#hind)' }) +
      tag('g', { 'clip-path': 'url(#hindclip)' }, marks.hind) +
      tag('path', { d: fore, fill: 'url(#fore)' }) +
      tag('g', { 'clip-path': 'url(#foreclip)' }, marks.fore)
    const edge = { stroke: body, 'stroke-width': 3, 'stroke-opacity': '.55' }
    return svgDocument(
      byTrait(BOARDS, traits, 'Board'),
      [
        tag('g', { opacity: '.14', transform: 'translate(8 14)' }, mirrored(tag('path', { d: fore + hind }))),
        tag('g', edge, mirrored(half)),
        antennae(trait(traits, 'Antennae'), body),
        tag('ellipse', { cx: 320, cy: 370, rx: 24, ry: 110, fill: body }),
        ...[320, 350, 380, 410, 440].map((y) =>
          tag('path', {
            d: `M298 ${y}q22 12 44 0`,
            fill: 'none',
            stroke: main,
            'stroke-width': 6,
            'stroke-opacity': '.6',
          }),
        ),
        tag('circle', { cx: 320, cy: 262, r: 27, fill: body }),
      ],
      [
        linearGradient('fore', [main, shade], 20),
        linearGradient('hind', [main, shade], 60),
        clip('foreclip', fore),
        clip('hindclip', hind),
      ],
    )
  },
}

function clip(id: string, d: string): string {
  return tag('clipPath', { id }, tag('path', { d }))
}

function marking(kind: string, mark: string, dark: string, random: Random): { fore: string; hind: string } {
  const jitter = random.between(-14, 14)
  if (kind === 'Eyespots')
    return { fore: eyespot(480 + jitter, 210, 40, mark, dark), hind: eyespot(440, 430 + jitter / 2, 30, mark, dark) }
  if (kind === 'Bands') {
    const band = (x: number) =>
      tag('path', {
        d: `M${round(x)} 60q40 160-60 320`,
        fill: 'none',
        stroke: mark,
        'stroke-width': 18,
        'stroke-opacity': '.85',
      })
    return {
      fore: band(520 + jitter) + band(440 + jitter),
      hind: tag('path', {
        d: 'M560 400q-90 70-220 20',
        fill: 'none',
        stroke: mark,
        'stroke-width': 16,
        'stroke-opacity': '.85',
      }),
    }
  }
  const spots = (count: number, top: number, bottom: number) =>
    Array.from({ length: count }, () =>
      tag('circle', {
        cx: random.between(370, 570),
        cy: random.between(top, bottom),
        r: random.between(5, 15),
        fill: mark,
        'fill-opacity': '.9',
        stroke: 'none',
      }),
    ).join('')
  if (kind === 'Dots') return { fore: spots(16, 110, 330), hind: spots(10, 360, 520) }
  const veins = [100, 150, 200, 250, 300].map((y) => `M330 320Q450 ${y + 60} 620 ${y}`).join('')
  return {
    fore: tag('path', { d: veins, fill: 'none', stroke: mark, 'stroke-width': 5, 'stroke-opacity': '.8' }),
    hind: tag('path', {
      d: 'M330 360Q430 380 560 380M330 366Q430 420 540 470M330 372Q390 460 470 540',
      fill: 'none',
      stroke: mark,
      'stroke-width': 5,
      'stroke-opacity': '.8',
    }),
  }
}

function eyespot(cx: number, cy: number, r: number, mark: string, dark: string): string {
  return [
    [r, dark],
    [r * 0.78, mark],
    [r * 0.45, dark],
    [r * 0.15, '#fff'],
  ]
    .map(([size, fill]) => tag('circle', { cx, cy, r: size as number, fill: fill as string, stroke: 'none' }))
    .join('')
}

function antennae(kind: string, color: string): string {
  const stem = tag('path', {
    d: 'M306 246Q270 170 216 150M334 246Q370 170 424 150',
    fill: 'none',
    stroke: color,
    'stroke-width': kind === 'Plain' ? 6 : 22,
    'stroke-linecap': 'round',
    'stroke-dasharray': kind === 'Plain' ? undefined : '3 5',
  })
  return kind === 'Plain'
    ? stem
    : stem +
        tag('path', {
          d: 'M306 246Q270 170 216 150M334 246Q370 170 424 150',
          fill: 'none',
          stroke: color,
          'stroke-width': 4,
        })
}
