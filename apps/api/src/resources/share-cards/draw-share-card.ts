import { fileURLToPath } from 'node:url'
import { SHARE_CARD } from '@opal/contract/constants/share-card-url'
import sharp, { type OverlayOptions } from 'sharp'
import { MediaUnreadableError } from '../../images/media-errors.ts'
import { firstLetter, plainText } from './card-text.ts'
import type { ShareCardFacts, ShareCardMetric } from './render-share-card.ts'

/** The art is a square as tall as the card; next to it the words have this place. Pixels. */
const ART = SHARE_CARD.height
const LEFT = ART + 56
const WIDTH = SHARE_CARD.width - LEFT - 56

const KICKER = { weight: 'medium', size: 26, colour: '#a9a7b6', width: WIDTH, lines: 1 } as const
const NAME = { weight: 'bold', size: 54, colour: '#f3f2f7', width: WIDTH, lines: 3 } as const
const LABEL = { weight: 'medium', size: 22, colour: '#8b8999', width: WIDTH / 2 - 16, lines: 1 } as const
const VALUE = { weight: 'bold', size: 31, colour: '#f3f2f7', width: WIDTH / 2 - 16, lines: 1 } as const
const LETTER = { weight: 'bold', size: 300, colour: '#f3f2f7', width: ART - 80, lines: 1 } as const

/**
 * Draws a share card as PNG.
 * @param art an image that a browser could show; null without one: the name's first letter replaces it.
 * @throws MediaUnreadableError when the art cannot be drawn.
 */
export async function drawCard(facts: ShareCardFacts, art: Buffer | null): Promise<Buffer> {
  const left = art === null ? await letterOf(facts.name) : [await square(art)]
  const layers = [...left, ...(await words(facts)), ...(await drawMetrics(facts.metrics))]
  return sharp(shareCardBackground(facts.colour ?? DEFAULT_TINT, facts.isVerified))
    .composite(layers)
    .png({ compressionLevel: 8 })
    .toBuffer()
}

async function square(art: Buffer): Promise<OverlayOptions> {
  try {
    return {
      input: await sharp(art).resize(ART, ART, { fit: 'cover' }).png({ compressionLevel: 1 }).toBuffer(),
      left: 0,
      top: 0,
    }
  } catch (cause) {
    throw new MediaUnreadableError('it is not an image, or is damaged', { cause })
  }
}

async function letterOf(name: string): Promise<OverlayOptions[]> {
  const letter = (await drawText(firstLetter(name), LETTER)) ?? (await drawText('?', LETTER))
  if (letter === null) return []
  return [place(letter, Math.floor((ART - letter.width) / 2), Math.floor((ART - letter.height) / 2))]
}

/** The small line and the name below it. */
async function words({ kicker, name }: ShareCardFacts): Promise<OverlayOptions[]> {
  const [above, title] = await Promise.all([drawText(kicker, KICKER), drawText(name, NAME)])
  return [...(above ? [place(above, LEFT, 132)] : []), ...(title ? [place(title, LEFT, 178)] : [])]
}

/** Two columns, two rows. */
async function drawMetrics(all: readonly ShareCardMetric[]): Promise<OverlayOptions[]> {
  const drawn = all.slice(0, 4).map(async ({ label, value }, index) => {
    const left = LEFT + (index % 2) * Math.floor(WIDTH / 2)
    const top = 412 + Math.floor(index / 2) * 96
    const line = async (text: string, style: TextStyle, at: number) => {
      const image = await drawText(text, style)
      return image === null ? [] : [place(image, left, at)]
    }
    return [...(await line(label, LABEL, top)), ...(await line(value, VALUE, top + 32))]
  })
  return (await Promise.all(drawn)).flat()
}

function place({ input }: TextImage, left: number, top: number): OverlayOptions {
  return { input, left, top }
}

const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}`))
/** Carried along: a server may have no fonts at all. What they lack is drawn with the server's own, where it has some. */
const FONTS = {
  bold: { font: 'Inter Bold', fontfile: fontFile('700Bold/Inter_700Bold.ttf') },
  medium: { font: 'Inter Medium', fontfile: fontFile('500Medium/Inter_500Medium.ttf') },
} as const

export interface TextStyle {
  readonly weight: keyof typeof FONTS
  /** Pixels. */
  readonly size: number
  /** `#rrggbb`. */
  readonly colour: string
  /** Pixels that a line may be wide. */
  readonly width: number
  /** Lines after which it is cut. */
  readonly lines: number
}

/** Text as an image with a clear background. */
export interface TextImage {
  readonly input: Buffer
  readonly width: number
  readonly height: number
}

/** More letters than fit anywhere on a card. */
const MAX_LETTERS = 160

/** Draws a stranger's words, cut to the lines there are. Null when nothing of them can be seen. */
export async function drawText(text: string, style: TextStyle): Promise<TextImage | null> {
  const tallest = style.lines * style.size * LINE_HEIGHT
  let most = MAX_LETTERS
  while (most >= 1) {
    const words = plainText(text, most)
    if (words === '') return null
    const drawn = await draw(words, style)
    if (drawn === null || drawn.height <= tallest) return drawn
    // Cuts at least a tenth in each round, so that the loop ends.
    most = Math.floor(Math.min(most, words.length) * Math.min(0.9, (tallest / drawn.height) * 1.1))
  }
  return null
}

/** Height of a line, where the size is 1: what Inter takes with its descenders. */
const LINE_HEIGHT = 1.3

async function draw(words: string, { weight, size, colour, width }: TextStyle): Promise<TextImage | null> {
  const { font, fontfile } = FONTS[weight]
  const text = `<span foreground="${colour}">${escapeMarkup(words)}</span>`
  const { data, info } = await sharp({
    text: { text, font: `${font} ${size}`, fontfile, width, wrap: 'word-char', dpi: 72, rgba: true },
    limitInputPixels: 8_000_000,
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  return info.width > width ? null : { input: data, width: info.width, height: info.height }
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Tint where the art has no colour. */
const DEFAULT_TINT = '#7a5cf0'

const PAGE = '#0b0b0f'
/** @source apps/web/public/favicon.svg */
const MARK =
  '<path d="M16 2 28 11 16 30 4 11Z" fill="#9d80ff"/><path d="M16 2 28 11H4Z" fill="#c9b8ff"/><path d="M16 2 21.5 11H10.5Z" fill="#efe9ff"/><path d="M10.5 11h11L16 30Z" fill="#7fd6c2" opacity=".85"/><path d="M16 30 21.5 11H28Z" fill="#7a5cf0"/>'
const CHECK =
  '<circle cx="14" cy="14" r="14" fill="#9d80ff"/><path d="m8 14.5 4 4 8-9" fill="none" stroke="#0d0a18" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>'

/**
 * Returns the background as SVG. It contains no text of third parties.
 * @param tint `#rrggbb`.
 * @throws RangeError when the tint is anything else.
 */
export function shareCardBackground(tint: string, isVerified: boolean): Buffer {
  if (!/^#[0-9a-f]{6}$/.test(tint)) throw new RangeError('A tint is #rrggbb.')
  const { width, height } = SHARE_CARD
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><radialGradient id="tint" cx="0.5" cy="0" r="0.9">
      <stop offset="0" stop-color="${tint}" stop-opacity="0.42"/><stop offset="1" stop-color="${tint}" stop-opacity="0"/>
    </radialGradient></defs>
    <rect width="${width}" height="${height}" fill="${PAGE}"/>
    <rect width="${width}" height="${height}" fill="url(#tint)"/>
    <rect width="${height}" height="${height}" fill="${tint}" fill-opacity="0.35"/>
    <g transform="translate(${height + 52} 52) scale(1.5)">${MARK}</g>
    ${isVerified ? `<g transform="translate(${width - 84} 62)">${CHECK}</g>` : ''}
  </svg>`)
}
