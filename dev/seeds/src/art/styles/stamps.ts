import { type ArtStyle, byTrait, trait, values } from '../art-style.ts'
import { linearGradient, svgDocument, tag } from '../svg.ts'

const INKS = { Vermilion: '#c8402f', Prussian: '#1f4e79', Bottle: '#2f6b4f', Plum: '#6b2f5b', Sepia: '#6d4a2f' }
const PAPERS = { Vermilion: '#fbe9d7', Prussian: '#e4eef6', Bottle: '#e9f1e1', Plum: '#f5e6ef', Sepia: '#f4ead8' }
const MOTIFS: Readonly<Record<string, string>> = {
  Lighthouse:
    '<path d="M285 450l14-190h42l14 190zM292 260l8-36h40l8 36zM310 224l10-24 10 24z"/><path opacity=".5" d="M336 236l170-46v70zM304 236l-170-46v70z"/>',
  Swallow:
    '<path d="M150 330c90-90 150-60 190-20 40-60 90-90 170-90-60 30-90 70-110 120-30 60-90 80-160 70l-70 60 20-80c-20-20-30-40-40-60z"/>',
  Peak: '<path d="M130 450l130-210 60 80 50-60 140 190z"/><path fill="#fff" opacity=".85" d="M260 240l34 46-30 18-24-14-22 18z"/>',
  Steamer:
    '<path d="M140 380h360l-50 70H190zM220 380v-50h200v50zM270 330v-80h34v80zM340 330v-80h34v80z"/><path opacity=".5" d="M287 240c-40-50 40-60 20-100 60 30 30 70 10 100z"/>',
  Comet:
    '<circle cx="390" cy="380" r="52"/><path opacity=".55" d="M150 170l270 168-66 70z"/><path opacity=".35" d="M210 150l220 190-40 10z"/>',
  Pine: '<path d="M320 180l70 100h-36l60 90h-46l60 80H212l60-80h-46l60-90h-36z"/><path d="M304 450h32v40h-32z"/>',
  Owl: '<path d="M220 200c30 20 60 20 100 20s70 0 100-20c20 90 20 250-100 270-120-20-120-180-100-270z"/><g fill="#fff"><circle cx="276" cy="286" r="40"/><circle cx="364" cy="286" r="40"/></g><circle cx="276" cy="286" r="17"/><circle cx="364" cy="286" r="17"/>',
}

/** Postage of countries that no map shows. */
export const stamps: ArtStyle = {
  traits: [
    {
      name: 'Country',
      values: values({ Vesteria: 4, 'Port Ombra': 3, Halcyon: 3, 'Isle of Wren': 2, 'Lower Merrow': 1 }),
    },
    { name: 'Motif', values: values({ Lighthouse: 4, Swallow: 4, Peak: 4, Steamer: 3, Pine: 3, Owl: 2, Comet: 1 }) },
    { name: 'Ink', values: values({ Vermilion: 4, Prussian: 4, Bottle: 3, Sepia: 3, Plum: 2 }) },
    { name: 'Value', values: values({ '1': 4, '2': 4, '5': 3, '10': 2, '50': 1 }) },
    { name: 'Postmark', presence: 0.4, values: values({ Round: 3, Wavy: 2 }) },
    { name: 'Error', presence: 0.02, values: values({ Inverted: 1 }) },
  ],
  render: (traits, random) => {
    const ink = byTrait(INKS, traits, 'Ink')
    const paper = byTrait(PAPERS, traits, 'Ink')
    const holes = perforation()
    const turn = traits.Error === 'Inverted' ? 'rotate(180 320 325)' : undefined
    return svgDocument(
      '#23242c',
      [
        tag(
          'g',
          { transform: `rotate(${Math.round(random.between(-40, 40)) / 10} 320 320)` },
          tag('rect', { x: 80, y: 60, width: 480, height: 520, fill: '#fdfaf3' }),
          holes,
          tag('rect', { x: 112, y: 92, width: 416, height: 456, fill: 'url(#paper)' }),
          tag('g', { fill: ink, transform: turn }, MOTIFS[trait(traits, 'Motif')] ?? ''),
          tag('rect', { x: 112, y: 92, width: 416, height: 456, fill: 'none', stroke: ink, 'stroke-width': 6 }),
          lettering(trait(traits, 'Country'), trait(traits, 'Value'), ink),
          postmark(traits.Postmark, random.between(180, 420)),
        ),
      ],
      [linearGradient('paper', [paper, '#fffdf6'])],
    )
  },
}

function perforation(): string {
  const holes: string[] = []
  for (let at = 80; at <= 560; at += 24)
    holes.push(`M${at} 60m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0M${at} 580m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0`)
  for (let at = 60; at <= 580; at += 24)
    holes.push(`M80 ${at}m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0M560 ${at}m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0`)
  return tag('path', { d: holes.join(''), fill: '#23242c' })
}

function lettering(country: string, value: string, ink: string): string {
  const style = `font-family="Georgia,'Times New Roman',serif" fill="${ink}"`
  return `<text x="134" y="140" font-size="34" letter-spacing="3" ${style}>${country.toUpperCase()}</text><text x="506" y="530" font-size="58" font-weight="700" text-anchor="end" ${style}>${value}</text>`
}

function postmark(kind: string | undefined, x: number): string {
  if (kind === undefined) return ''
  const strokes =
    kind === 'Round'
      ? [70, 52].map((r) => tag('circle', { cx: x, cy: 190, r }))
      : [150, 180, 210, 240].map((y) => tag('path', { d: `M${x - 120} ${y}q30-24 60 0t60 0 60 0 60 0` }))
  return tag('g', { fill: 'none', stroke: '#1b1b22', 'stroke-width': 5, opacity: '.5' }, ...strokes)
}
