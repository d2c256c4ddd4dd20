import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { plainText } from './plain-text.ts'

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

/** Text as a picture with a clear background. */
export interface TextPicture {
  readonly input: Buffer
  readonly width: number
  readonly height: number
}

/** More letters than fit anywhere on a card. */
const MOST_LETTERS = 160

/** Draws a stranger's words, cut to the lines there are. Null when nothing of them can be seen. */
export async function drawText(text: string, style: TextStyle): Promise<TextPicture | null> {
  const tallest = style.lines * style.size * LINE_HEIGHT
  let most = MOST_LETTERS
  while (most >= 1) {
    const words = plainText(text, most)
    if (words === '') return null
    const drawn = await draw(words, style)
    if (drawn === null || drawn.height <= tallest) return drawn
    // Never longer than it is: each round cuts, so that there is an end.
    most = Math.floor(Math.min(most, words.length) * Math.min(0.9, (tallest / drawn.height) * 1.1))
  }
  return null
}

/** Height of a line, where the size is 1: what Inter takes with its descenders. */
const LINE_HEIGHT = 1.3

async function draw(words: string, { weight, size, colour, width }: TextStyle): Promise<TextPicture | null> {
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
