import type { ImageFormat } from '@opal/contract/constants/media-url'
import sharp, { type Sharp } from 'sharp'
import type { ImageKind } from '../image-kind.ts'

/** A picture to be drawn. */
export interface DrawJob {
  readonly source: Uint8Array
  readonly kind: ImageKind
  /** Pixels. */
  readonly width: number
  readonly format: ImageFormat
  /** Whether to draw images that need much memory. */
  readonly evenLarge: boolean
}

/** Result of a job. `large`: it needs much memory and was not drawn. */
export type DrawAnswer = { readonly picture: Uint8Array } | { readonly large: true } | { readonly fault: string }

/** Pictures of more pixels than this are not decoded: a small file can hold a very large one. */
const MAX_PIXELS = 100_000_000
/** Larger ones are decoded one at a time: some formats are held in memory whole, four bytes a pixel. */
const LARGE_PIXELS = 25_000_000
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'svg', 'avif', 'heif', 'tiff'])
/** Resolution at which an SVG's own units are pixels. */
const DENSITY = 72
const MAX_DENSITY = 2_400

/**
 * Draws a picture as WebP or AVIF, at most `width` pixels wide; an SVG at that width. Of an animation the first frame is taken. Runs in a
 * process of its own: see draw-process.ts.
 * @throws Error when it cannot be decoded.
 */
export async function drawImage(job: DrawJob): Promise<DrawAnswer> {
  const { format, width, height } = await sharp(job.source, { limitInputPixels: MAX_PIXELS }).metadata()
  if (!FORMATS.has(format)) return { fault: 'it is no picture' }
  if (format === 'svg') return { picture: await drawSvg(job, width) }
  if (width * height > LARGE_PIXELS && !job.evenLarge) return { large: true }
  const sized = sharp(job.source, { limitInputPixels: MAX_PIXELS })
    .rotate()
    .resize({ width: job.width, withoutEnlargement: true })
  return { picture: await encodeImage(sized, job.format).toBuffer() }
}

/** Drawn at that size instead of stretched afterwards. */
function drawSvg({ source, width, format }: DrawJob, ownWidth: number): Promise<Buffer> {
  const density = ownWidth === 0 ? DENSITY : Math.min(MAX_DENSITY, Math.max(1, (DENSITY * width) / ownWidth))
  return encodeImage(sharp(source, { limitInputPixels: MAX_PIXELS, density }).resize({ width }), format).toBuffer()
}

/** Encodes at a quality without visible loss and an effort that a waiting reader can bear: AVIF is smaller and several times slower. */
export function encodeImage(picture: Sharp, format: ImageFormat): Sharp {
  return format === 'avif' ? picture.avif({ quality: 58, effort: 2 }) : picture.webp({ quality: 82, effort: 3 })
}
