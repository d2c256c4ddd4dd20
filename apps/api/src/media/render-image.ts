import type { PictureFormat } from '@opal/contract/media-url'
import PQueue from 'p-queue'
import sharp from 'sharp'
import { encodePicture } from './encode-picture.ts'
import { MediaUnreadableError } from './media-errors.ts'
import { drawSvgApart } from './svg-process.ts'

/** Pictures of more pixels than this are not decoded: a small file can hold a very large one. */
const MAX_PIXELS = 100_000_000
/** Larger ones are decoded one at a time: some formats have to stand in memory whole, four bytes a pixel. */
const LARGE_PIXELS = 25_000_000
/** For pictures made of pixels; SVG has a limit of its own. */
const TIMEOUT_SECONDS = 10
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'svg', 'avif', 'heif', 'tiff'])

// Two cores are shared with the answers of the API, and sources are rarely asked for twice.
sharp.concurrency(1)
sharp.cache(false)

const large = new PQueue({ concurrency: 1 })

/**
 * A picture as WebP or AVIF, at most `width` pixels wide. The format is told from the bytes; an SVG is drawn, never passed
 * on, so that no script or reference in it reaches a browser. Of an animation the first frame is taken.
 * @throws MediaUnreadableError
 */
export async function renderImage(source: Buffer, width: number, format: PictureFormat = 'webp'): Promise<Buffer> {
  try {
    const metadata = await sharp(source, { limitInputPixels: MAX_PIXELS }).metadata()
    if (!FORMATS.has(metadata.format)) throw new MediaUnreadableError('it is no picture')
    if (metadata.format === 'svg')
      return await drawSvgApart({ source, width, ownWidth: metadata.width ?? 0, maxPixels: MAX_PIXELS, format })
    const draw = () => drawPixels(source, width, format)
    const isLarge = metadata.width * metadata.height > LARGE_PIXELS
    return await (isLarge ? large.add(draw) : draw())
  } catch (cause) {
    if (cause instanceof MediaUnreadableError) throw cause
    throw new MediaUnreadableError('it is no picture, or a broken one', { cause })
  }
}

function drawPixels(source: Buffer, width: number, format: PictureFormat): Promise<Buffer> {
  const sized = sharp(source, { limitInputPixels: MAX_PIXELS }).rotate().resize({ width, withoutEnlargement: true })
  return encodePicture(sized, format).timeout({ seconds: TIMEOUT_SECONDS }).toBuffer()
}
