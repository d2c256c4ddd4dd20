import { WorkerProcessError } from '@opal/chain/web/process-pool'
import type { ImageFormat } from '@opal/contract/constants/media-url'
import PQueue from 'p-queue'
import { imageKind } from '../image-kind.ts'
import { MediaBusyError, MediaUnreadableError } from '../media-errors.ts'
import type { DrawAnswer } from './draw-image.ts'
import { drawInProcess } from './draw-process.ts'

/** Larger SVGs are not parsed: honest ones have some kilobytes. */
const MAX_SVG_BYTES = 2 * 1024 * 1024

const large = new PQueue({ concurrency: 1 })

/**
 * Renders a picture as WebP or AVIF, at most `width` pixels wide. The format is detected from the bytes; an SVG is drawn, never
 * passed on, so that no script or reference in it reaches a browser. Of an animation the first frame is taken. Nothing of it is
 * decoded in this process.
 * @throws MediaUnreadableError, MediaBusyError
 */
export async function renderImage(source: Buffer, width: number, format: ImageFormat = 'webp'): Promise<Buffer> {
  const kind = imageKind(source)
  if (kind === null) throw new MediaUnreadableError('it is no picture')
  if (kind === 'svg' && source.byteLength > MAX_SVG_BYTES) throw new MediaUnreadableError('it is too large a drawing')
  const draw = (evenLarge: boolean) => orMediaError(drawInProcess({ source, kind, width, format, evenLarge }))
  const drawn = await draw(false)
  const answer = 'large' in drawn ? await large.add(() => draw(true)) : drawn
  if ('picture' in answer) return Buffer.from(answer.picture)
  throw unreadable('fault' in answer ? answer.fault : undefined)
}

/** A process that could not be started is no fault of the picture, which can be asked for again. */
async function orMediaError(drawing: Promise<DrawAnswer>): Promise<DrawAnswer> {
  try {
    return await drawing
  } catch (cause) {
    throw cause instanceof WorkerProcessError && cause.retryable ? new MediaBusyError({ cause }) : unreadable(cause)
  }
}

function unreadable(cause: unknown): MediaUnreadableError {
  return new MediaUnreadableError('it is no picture, or a broken one', { cause })
}
