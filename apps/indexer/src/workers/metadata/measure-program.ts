import { constants, setPriority } from 'node:os'
import { decodedBytes, MAX_DECODED_BYTES, MAX_PIXELS, MAX_PROCESS_BYTES } from '@opal/chain/web/image-bounds'
import { endBeyond } from '@opal/chain/web/memory-bound'
import sharp from 'sharp'

/** Size and dominant colour of an image. Colour as `#rrggbb`. */
export interface ImageFacts {
  readonly width: number
  readonly height: number
  readonly colour: string
}
export type MeasureAnswer = { readonly facts: ImageFacts } | { readonly fault: string }

/** Enough to find a colour in. */
const SAMPLE = 64
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'svg', 'avif', 'heif', 'tiff'])

// Everything else on this machine comes first.
setPriority(constants.priority.PRIORITY_LOW)
sharp.concurrency(1)
sharp.cache(false)

process.on('message', (source: Uint8Array) => {
  measure(source).then(
    (facts) => process.send?.({ facts } satisfies MeasureAnswer),
    (error: unknown) =>
      process.send?.({ fault: error instanceof Error ? error.message : 'broken' } satisfies MeasureAnswer),
  )
})
// An image that is being decoded cannot be interrupted, so the process does not wait for it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.send?.('ready')

/** Detects the format from the bytes; measures the first frame of an animation. */
async function measure(source: Uint8Array): Promise<ImageFacts> {
  using _ = endBeyond(MAX_PROCESS_BYTES)
  const metadata = await sharp(source, { limitInputPixels: MAX_PIXELS }).metadata()
  const { format, autoOrient } = metadata
  if (!FORMATS.has(format)) throw new Error(`it is no image, but ${format}`)
  if (format !== 'svg' && decodedBytes(metadata) > MAX_DECODED_BYTES) throw new Error('it takes too much memory')
  const { data, info } = await sharp(source, { limitInputPixels: MAX_PIXELS })
    .resize({ width: SAMPLE, height: SAMPLE, fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const { dominant } = await sharp(data, { raw }).stats()
  const hex = [dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')
  return { width: autoOrient.width, height: autoOrient.height, colour: `#${hex}` }
}
