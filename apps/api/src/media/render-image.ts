import sharp, { type Metadata } from 'sharp'
import { MediaUnreadableError } from './media-errors.ts'

/** Pictures of more pixels than this are not decoded: a small file can hold a very large one. */
const MAX_PIXELS = 100_000_000
/** A hostile SVG can take for ever to draw. */
const TIMEOUT_SECONDS = 10
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'svg', 'avif', 'heif', 'tiff'])
/** Resolution at which an SVG's own units are pixels. */
const SVG_DENSITY = 72

// Two cores are shared with the answers of the API, and sources are rarely asked for twice.
sharp.concurrency(1)
sharp.cache(false)

/**
 * A picture as WebP, at most `width` pixels wide. The format is told from the bytes; an SVG is drawn, never passed on, so
 * that no script or reference in it reaches a browser. Of an animation the first frame is taken.
 * @throws MediaUnreadableError
 */
export async function renderImage(source: Buffer, width: number): Promise<Buffer> {
  try {
    const metadata = await sharp(source, { limitInputPixels: MAX_PIXELS }).metadata()
    if (!FORMATS.has(metadata.format)) throw new MediaUnreadableError('it is no picture')
    return await sharp(source, { limitInputPixels: MAX_PIXELS, density: densityOf(metadata, width) })
      .rotate()
      .resize({ width, withoutEnlargement: metadata.format !== 'svg' })
      .webp({ quality: 82, effort: 3 })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer()
  } catch (cause) {
    if (cause instanceof MediaUnreadableError) throw cause
    throw new MediaUnreadableError('it is no picture, or a broken one', { cause })
  }
}

/** Draws an SVG at the wanted width instead of stretching it afterwards. */
function densityOf({ format, width }: Metadata, wanted: number): number {
  if (format !== 'svg' || !width) return SVG_DENSITY
  return Math.min(2400, Math.max(1, (SVG_DENSITY * wanted) / width))
}
