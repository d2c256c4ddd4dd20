import type { Random } from '../../random.ts'
import { type ArtStyle, byTrait, CANVAS, trait, values } from '../art-style.ts'
import { linearGradient, svgDocument, tag } from '../svg.ts'

const SCALES = {
  Clown: ['#f47b2a', '#fff6ea', '#1f1f2a'],
  Tang: ['#2f5fd0', '#f6d33c', '#10204a'],
  Parrot: ['#1fb5a0', '#ff8fb0', '#145a6b'],
  Lion: ['#a8392f', '#f4e2cf', '#5a1c1a'],
  Pearl: ['#e9e4f0', '#b6a8d9', '#544a78'],
  Coal: ['#2b2d3a', '#ff5d5d', '#12131a'],
} as const
const WATERS = {
  Shallows: ['#bdeee6', '#3fb7b5'],
  Reef: ['#3f9fc4', '#124e78'],
  Deep: ['#16406b', '#060d24'],
  Kelp: ['#a9c98a', '#2f6648'],
} as const
const BODIES = {
  Disc: 'M120 320C160 170 360 130 470 300 480 312 480 328 470 340 360 510 160 470 120 320Z',
  Torpedo: 'M90 320C180 240 360 220 480 305 490 314 490 326 480 335 360 420 180 400 90 320Z',
  Puffer: 'M130 320C140 180 300 130 400 190 450 220 470 270 470 320 470 370 450 420 400 450 300 510 140 460 130 320Z',
} as const
/** Back and belly fin, rooted inside the body. */
const FINS = {
  Disc: 'M200 240Q300 70 430 170L400 270ZM240 410Q300 570 390 500L360 400Z',
  Torpedo: 'M230 290Q300 150 400 200L380 300ZM260 360Q300 470 370 430L360 340Z',
  Puffer: 'M230 220Q300 70 390 140L370 240ZM250 430Q300 560 370 520L360 420Z',
} as const

/** An index of reef fish. */
export const reefFish: ArtStyle = {
  traits: [
    { name: 'Water', values: values({ Reef: 4, Shallows: 4, Deep: 3, Kelp: 2 }) },
    { name: 'Body', values: values({ Disc: 4, Torpedo: 4, Puffer: 2 }) },
    { name: 'Scales', values: values({ Clown: 4, Tang: 4, Parrot: 3, Lion: 2, Pearl: 2, Coal: 0.8 }) },
    { name: 'Pattern', values: values({ Bars: 4, Stripes: 3, Spots: 3, Plain: 2 }) },
    { name: 'Tail', values: values({ Fan: 4, Fork: 3, Veil: 2 }) },
    { name: 'Mood', values: values({ Calm: 4, Startled: 2, Sleepy: 2 }) },
    { name: 'Company', presence: 0.2, values: values({ Bubbles: 4, Shrimp: 1, School: 2 }) },
  ],
  render: (traits, random) => {
    const [main, second, dark] = byTrait(SCALES, traits, 'Scales')
    const body = byTrait(BODIES, traits, 'Body')
    const fins = byTrait(FINS, traits, 'Body')
    const water = byTrait(WATERS, traits, 'Water')
    return svgDocument(
      water[1],
      [
        tag('rect', { width: CANVAS, height: CANVAS, fill: 'url(#water)' }),
        seaweed(random, water[1]),
        company(traits.Company, second, random),
        tag(
          'g',
          { fill: second, stroke: dark, 'stroke-width': 5, 'stroke-linejoin': 'round' },
          tag('path', { d: tail(trait(traits, 'Tail')) }),
          tag('path', { d: fins }),
        ),
        tag('path', { d: body, fill: 'url(#skin)' }),
        tag('g', { 'clip-path': 'url(#body)' }, pattern(trait(traits, 'Pattern'), second, random)),
        tag('path', { d: body, fill: 'none', stroke: dark, 'stroke-width': 5 }),
        tag('path', { d: 'M290 340Q360 330 360 390 310 410 290 340Z', fill: second, stroke: dark, 'stroke-width': 5 }),
        eye(trait(traits, 'Mood'), dark),
      ],
      [
        linearGradient('water', water),
        linearGradient('skin', [main, main, dark], 90),
        tag('clipPath', { id: 'body' }, tag('path', { d: body })),
      ],
    )
  },
}

function pattern(kind: string, color: string, random: Random): string {
  if (kind === 'Bars')
    return [230, 330, 430]
      .map((x) => tag('path', { d: `M${x} 120q40 200 0 400h36q40-200 0-400z`, fill: color }))
      .join('')
  if (kind === 'Stripes')
    return [220, 270, 320, 370, 420]
      .map((y) => tag('path', { d: `M100 ${y}q190-40 400 0`, fill: 'none', stroke: color, 'stroke-width': 14 }))
      .join('')
  if (kind === 'Spots')
    return Array.from({ length: 26 }, () =>
      tag('circle', {
        cx: random.between(220, 470),
        cy: random.between(180, 460),
        r: random.between(6, 17),
        fill: color,
      }),
    ).join('')
  return ''
}

function tail(kind: string): string {
  if (kind === 'Fork') return 'M450 320L590 200 550 320 590 440Z'
  if (kind === 'Veil') return 'M450 320C520 160 640 180 610 270 590 310 600 340 615 380 640 470 520 480 450 320Z'
  return 'M450 320C500 220 570 200 600 230 580 290 580 350 600 410 570 440 500 420 450 320Z'
}

function eye(mood: string, dark: string): string {
  const white = tag('circle', {
    cx: 195,
    cy: 290,
    r: mood === 'Startled' ? 36 : 28,
    fill: '#fff',
    stroke: dark,
    'stroke-width': 4,
  })
  const pupil = tag('circle', { cx: 190, cy: 292, r: mood === 'Startled' ? 11 : 15, fill: '#14141c' })
  const lid = mood === 'Sleepy' ? tag('path', { d: 'M165 290a30 30 0 0 1 60 0z', fill: dark }) : ''
  return (
    white +
    pupil +
    lid +
    tag('path', {
      d: mood === 'Startled' ? 'M128 348a9 12 0 1 0 1 0' : 'M126 350q24 14 44-4',
      fill: 'none',
      stroke: dark,
      'stroke-width': 5,
      'stroke-linecap': 'round',
    })
  )
}

function seaweed(random: Random, color: string): string {
  const blades = Array.from({ length: 9 }, () => {
    const x = random.integer(0, 640)
    return `M${x} 650q-30-60 0-110t0-${random.integer(60, 130)}`
  })
  return tag('path', {
    d: blades.join(''),
    fill: 'none',
    stroke: color,
    'stroke-opacity': '.7',
    'stroke-width': 16,
    'stroke-linecap': 'round',
  })
}

function company(kind: string | undefined, color: string, random: Random): string {
  if (kind === 'Bubbles')
    return Array.from({ length: 10 }, () =>
      tag('circle', {
        cx: random.between(40, 140),
        cy: random.between(40, 260),
        r: random.between(6, 22),
        fill: '#fff',
        'fill-opacity': '.25',
        stroke: '#fff',
        'stroke-opacity': '.7',
        'stroke-width': 2,
      }),
    ).join('')
  if (kind === 'School')
    return Array.from(
      { length: 9 },
      () => `M${random.integer(330, 600)} ${random.integer(40, 130)}q14-12 30 0l10-8v16l-10-8q-16 12-30 0z`,
    )
      .map((d) => tag('path', { d, fill: color }))
      .join('')
  if (kind === 'Shrimp')
    return tag('path', { d: 'M90 560q60-50 90 0q0 34-40 30q24-20-6-34q-30 0-44 4z', fill: '#ff8f7a' })
  return ''
}
