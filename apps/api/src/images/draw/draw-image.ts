import { decodedBytes, MAX_DECODED_BYTES, MAX_PIXELS } from '@opal/chain/web/image-bounds'
import type { ImageKind } from '@opal/chain/web/image-kind'
import type { ImageFormat } from '@opal/contract/constants/media-url'
import sharp, { type Metadata, type Sharp } from 'sharp'

/** An image to be drawn. */
export interface DrawJob {
  readonly source: Uint8Array
  readonly kind: ImageKind
  /** Pixels. */
  readonly width: number
  readonly format: ImageFormat
  /** Whether to draw images that need much memory or time. */
  readonly evenExpensive: boolean
}

/** Result of a job. `expensive`: it needs much memory or time and was not drawn. */
export type DrawAnswer = { readonly image: Uint8Array } | { readonly expensive: true } | { readonly fault: string }

/** Larger ones are decoded one at a time: some formats are held in memory whole. */
const LARGE_PIXELS = 25_000_000
const LARGE_DECODED_BYTES = 4 * LARGE_PIXELS
/** AVIF of more pixels than this takes a second and longer to encode. */
const LARGE_AVIF_PIXELS = 1_500_000
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'svg', 'avif', 'heif', 'tiff'])
/** Resolution at which an SVG's own units are pixels. */
const DENSITY = 72
const MAX_DENSITY = 2_400

/**
 * Draws an image as WebP or AVIF, at most `width` pixels wide; an SVG at that width. Of an animation the first frame is taken. Runs in a
 * process of its own: see draw-process.ts.
 * @throws Error when it cannot be decoded.
 */
export async function drawImage(job: DrawJob): Promise<DrawAnswer> {
  const metadata = await sharp(job.source, { limitInputPixels: MAX_PIXELS }).metadata()
  if (!FORMATS.has(metadata.format)) return { fault: 'it is not an image' }
  const isSvg = metadata.format === 'svg'
  if (!isSvg && decodedBytes(metadata) > MAX_DECODED_BYTES) return { fault: 'it needs too much memory' }
  if (!job.evenExpensive && isExpensive(job, metadata)) return { expensive: true }
  if (isSvg) return { image: await drawSvg(job, metadata.width) }
  const sized = sharp(job.source, { limitInputPixels: MAX_PIXELS })
    .rotate()
    .resize({ width: job.width, withoutEnlargement: true })
  return { image: await encodeImage(sized, job.format).toBuffer() }
}

function isExpensive(job: DrawJob, metadata: Metadata): boolean {
  const { width, height, format, orientation = 1 } = metadata
  // The last four orientations lie on their side.
  const [uprightWidth, uprightHeight] = orientation > 4 ? [height, width] : [width, height]
  const drawnWidth = format === 'svg' ? job.width : Math.min(job.width, uprightWidth)
  const drawnPixels = drawnWidth * ((uprightHeight * drawnWidth) / Math.max(1, uprightWidth))
  if (job.format === 'avif' && drawnPixels > LARGE_AVIF_PIXELS) return true
  if (format === 'svg') return drawnPixels > LARGE_PIXELS
  return width * height > LARGE_PIXELS || decodedBytes(metadata) > LARGE_DECODED_BYTES
}

/** Drawn at that size instead of stretched afterwards. */
function drawSvg({ source, width, format }: DrawJob, ownWidth: number): Promise<Buffer> {
  const density = ownWidth === 0 ? DENSITY : Math.min(MAX_DENSITY, Math.max(1, (DENSITY * width) / ownWidth))
  return encodeImage(sharp(source, { limitInputPixels: MAX_PIXELS, density }).resize({ width }), format).toBuffer()
}

/** Encodes at a quality without visible loss and an effort that a waiting reader can bear: AVIF is smaller and several times slower. */
function encodeImage(image: Sharp, format: ImageFormat): Sharp {
  return format === 'avif' ? image.avif({ quality: 58, effort: 2 }) : image.webp({ quality: 82, effort: 3 })
}
