import { MAX_SVG_BYTES } from '@opal/chain/web/image-bounds'
import { imageKind } from '@opal/chain/web/image-kind'
import { WorkerProcessError } from '@opal/chain/web/process-pool'
import type { ImageFormat } from '@opal/contract/constants/media-url'
import type { Client } from '@opal/domain/limits/client'
import { MediaBusyError, MediaUnreadableError } from '../media-errors.ts'
import { createMediaQueue } from '../media-queue.ts'
import type { DrawAnswer, DrawJob } from './draw-image.ts'
import { drawInProcess, QUICK_PROCESSES } from './draw-process.ts'

/** Time of an SVG in the queue of quick drawings, milliseconds: honest ones need some tens. A longer one is drawn as an expensive one. */
const QUICK_SVG_MS = 1_000

/** One client holds all processes but one. The fetches before bound how many wait. */
const quick = createMediaQueue({
  concurrency: QUICK_PROCESSES,
  concurrencyPerClient: QUICK_PROCESSES - 1,
  maxPending: Number.POSITIVE_INFINITY,
  maxPendingPerClient: Number.POSITIVE_INFINITY,
})
/** One at a time, over all clients. Each that waits holds a source of up to 25 MB. */
const expensive = createMediaQueue({ concurrency: 1, concurrencyPerClient: 1, maxPending: 16, maxPendingPerClient: 6 })

/** An image to be drawn. */
export interface Drawing {
  readonly source: Buffer
  /** Pixels. */
  readonly width: number
  readonly format: ImageFormat
  /** The client, which is queued behind its own drawings. */
  readonly client: Client
}

/**
 * Renders an image as WebP or AVIF, at most `width` pixels wide, unless that is expensive. The format is detected from the bytes; an
 * SVG is drawn, never passed on, so that no script or reference in it reaches a browser. Of an animation the first frame is taken.
 * Nothing of it is decoded in this process.
 * @returns null when it takes much memory or time: {@link renderExpensive}.
 * @throws MediaUnreadableError, MediaBusyError
 */
export async function renderQuickly(drawing: Drawing): Promise<Buffer | null> {
  const job = { ...jobOf(drawing), evenExpensive: false }
  try {
    const drawn = await quick.add(drawing.client, () =>
      drawInProcess(job, job.kind === 'svg' ? QUICK_SVG_MS : undefined),
    )
    return 'expensive' in drawn ? null : imageOf(drawn)
  } catch (error) {
    // An SVG may take time, and any image memory, of which its header says nothing.
    const isExpensive =
      error instanceof WorkerProcessError &&
      (error.reason === 'exit' || (error.reason === 'timeout' && job.kind === 'svg'))
    if (isExpensive) return null
    throw toMediaError(error)
  }
}

/**
 * Renders an image that takes much memory or time, one at a time. Callers occupy none of the slots of quick images while they wait.
 * @throws MediaUnreadableError, MediaBusyError, also when too many of them wait.
 */
export async function renderExpensive(drawing: Drawing): Promise<Buffer> {
  const job = { ...jobOf(drawing), evenExpensive: true }
  try {
    return imageOf(await expensive.add(drawing.client, () => drawInProcess(job)))
  } catch (error) {
    throw toMediaError(error)
  }
}

/** @throws MediaUnreadableError */
function jobOf({ source, width, format }: Drawing): Omit<DrawJob, 'evenExpensive'> {
  const kind = imageKind(source)
  if (kind === null) throw new MediaUnreadableError('it is not an image')
  if (kind === 'svg' && source.byteLength > MAX_SVG_BYTES) throw new MediaUnreadableError('the drawing is too large')
  return { source, kind, width, format }
}

/** @throws MediaUnreadableError */
function imageOf(answer: DrawAnswer): Buffer {
  if ('image' in answer) return Buffer.from(answer.image)
  throw unreadable('fault' in answer ? answer.fault : undefined)
}

/** A process that could not be started is no fault of the image, which can be asked for again. */
function toMediaError(error: unknown): Error {
  if (error instanceof MediaBusyError || error instanceof MediaUnreadableError) return error
  return error instanceof WorkerProcessError && error.retryable
    ? new MediaBusyError({ cause: error })
    : unreadable(error)
}

function unreadable(cause: unknown): MediaUnreadableError {
  return new MediaUnreadableError('it is not an image, or is damaged', { cause })
}
