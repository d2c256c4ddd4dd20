import { type ArtStyle, byTrait, trait, values } from '../art-style.ts'
import { PALETTES } from '../palettes.ts'
import { mirrored, svgDocument, tag } from '../svg.ts'

const FACES = {
  Oval: 'M320 90C450 90 500 200 490 320 480 450 410 560 320 570 230 560 160 450 150 320 140 200 190 90 320 90Z',
  Shield: 'M150 130Q320 70 490 130C500 300 480 460 320 580 160 460 140 300 150 130Z',
  Square: 'M170 110H470Q490 110 490 130V420Q480 550 320 560 160 550 150 420V130Q150 110 170 110Z',
  Moon: 'M320 110C470 110 540 220 540 330 540 450 450 550 320 550 190 550 100 450 100 330 100 220 170 110 320 110Z',
} as const

/** Carnival masks: one half drawn, the other mirrored. */
export const masks: ArtStyle = {
  traits: [
    {
      name: 'Palette',
      values: values({ Clay: 4, Harbour: 4, Orchard: 3, Candy: 3, Midnight: 3, Ember: 2, Noir: 0.7 }),
    },
    { name: 'Face', values: values({ Oval: 4, Shield: 3, Square: 3, Moon: 2 }) },
    { name: 'Eyes', values: values({ Almond: 4, Round: 3, Slit: 3, Tears: 1 }) },
    { name: 'Brow', values: values({ Sun: 3, Stripes: 4, Dots: 3, Crest: 2 }) },
    { name: 'Nose', values: values({ Long: 4, Beak: 2, Triangle: 3 }) },
    { name: 'Mouth', values: values({ Smile: 4, Teeth: 3, Round: 2, Closed: 3 }) },
    { name: 'Paint', values: values({ Split: 2, Cheeks: 4, Bare: 3 }) },
  ],
  render: (traits, random) => {
    const { ground, ink, colors } = byTrait(PALETTES, traits, 'Palette')
    const [face, paint, accent, fourth] = random.shuffled([...colors]) as [string, string, string, string]
    const shape = byTrait(FACES, traits, 'Face')
    const half = eye(trait(traits, 'Eyes'), ink, fourth) + brow(trait(traits, 'Brow'), accent)
    const cheeks = traits.Paint === 'Cheeks' ? tag('circle', { cx: 410, cy: 400, r: 38, fill: paint }) : ''
    return svgDocument(
      ground,
      [
        tag('path', { d: shape, fill: '#000', 'fill-opacity': '.22', transform: 'translate(10 16)' }),
        tag('path', { d: shape, fill: face }),
        tag(
          'g',
          { 'clip-path': 'url(#face)' },
          traits.Paint === 'Split' ? tag('rect', { x: 320, width: 320, height: 640, fill: paint }) : '',
          mirrored(cheeks + half),
        ),
        nose(trait(traits, 'Nose'), accent, ink),
        mouth(trait(traits, 'Mouth'), ink, fourth),
        tag('path', { d: shape, fill: 'none', stroke: ink, 'stroke-width': 9 }),
      ],
      [tag('clipPath', { id: 'face' }, tag('path', { d: shape }))],
    )
  },
}

function eye(kind: string, ink: string, iris: string): string {
  const shapes: Readonly<Record<string, string>> = {
    Almond:
      tag('path', { d: 'M350 300q55-56 110 0q-55 46-110 0z', fill: '#fffdf5', stroke: ink, 'stroke-width': 6 }) +
      tag('circle', { cx: 405, cy: 297, r: 17, fill: ink }),
    Round:
      tag('circle', { cx: 405, cy: 295, r: 44, fill: '#fffdf5', stroke: ink, 'stroke-width': 6 }) +
      tag('circle', { cx: 405, cy: 295, r: 24, fill: iris }) +
      tag('circle', { cx: 405, cy: 295, r: 12, fill: ink }),
    Slit: tag('path', { d: 'M350 296q55-18 110 0q-55 18-110 0z', fill: ink }),
    Tears:
      tag('circle', { cx: 405, cy: 290, r: 36, fill: ink }) +
      tag('path', { d: 'M405 336q-22 40 0 56q22-16 0-56z', fill: '#7fc8f0' }),
  }
  return shapes[kind] ?? ''
}

function brow(kind: string, color: string): string {
  if (kind === 'Stripes')
    return [150, 180, 210]
      .map((y) => tag('path', { d: `M320 ${y}q100-20 200 30`, fill: 'none', stroke: color, 'stroke-width': 13 }))
      .join('')
  if (kind === 'Dots')
    return [
      [350, 220],
      [390, 205],
      [430, 210],
      [464, 232],
      [370, 176],
      [412, 168],
    ]
      .map(([cx, cy]) => tag('circle', { cx, cy, r: 10, fill: color }))
      .join('')
  if (kind === 'Crest')
    return tag('path', { d: 'M320 90l60 60-30 70h-30zM340 246q60-50 130-16l-6 20q-70-24-118 14z', fill: color })
  return (
    tag('circle', { cx: 320, cy: 180, r: 42, fill: color }) +
    [10, -20, -50, -80]
      .map((turn) =>
        tag('rect', { x: 372, y: 174, width: 40, height: 12, fill: color, transform: `rotate(${turn} 320 180)` }),
      )
      .join('')
  )
}

function nose(kind: string, fill: string, ink: string): string {
  const paths: Readonly<Record<string, string>> = {
    Long: 'M304 290h32l14 120q-30 26-60 0z',
    Beak: 'M286 300q34-30 68 0l-34 150z',
    Triangle: 'M320 320l40 90h-80z',
  }
  return tag('path', { d: paths[kind] ?? '', fill, stroke: ink, 'stroke-width': 6, 'stroke-linejoin': 'round' })
}

function mouth(kind: string, ink: string, lip: string): string {
  if (kind === 'Round')
    return tag('ellipse', { cx: 320, cy: 482, rx: 34, ry: 28, fill: ink, stroke: lip, 'stroke-width': 10 })
  if (kind === 'Closed')
    return tag('path', {
      d: 'M250 480q70 16 140 0',
      fill: 'none',
      stroke: ink,
      'stroke-width': 12,
      'stroke-linecap': 'round',
    })
  if (kind === 'Smile')
    return (
      tag('path', { d: 'M236 460q84 30 168 0q-20 70-84 70t-84-70z', fill: ink }) +
      tag('path', { d: 'M256 472q64 20 128 0l-8 18q-56 14-112 0z', fill: '#fffdf5' })
    )
  return (
    tag('rect', { x: 240, y: 456, width: 160, height: 52, rx: 14, fill: '#fffdf5', stroke: ink, 'stroke-width': 8 }) +
    tag('path', { d: 'M272 456v52M304 456v52M336 456v52M368 456v52M240 482h160', stroke: ink, 'stroke-width': 5 })
  )
}
