import type { PictureFormat } from '@opal/contract/media-url'
import PQueue from 'p-queue'
import { drawApart } from './draw-apart.ts'
import type { DrawAnswer } from './draw-picture.ts'
import { MediaUnreadableError } from './media-errors.ts'
import { pictureKind } from './picture-kind.ts'

/** Larger SVGs are not parsed: honest ones have some kilobytes. */
const MAX_SVG_BYTES = 2 * 1024 * 1024

const large = new PQueue({ concurrency: 1 })

/**
 * A picture as WebP or AVIF, at most `width` pixels wide. The format is told from the bytes; an SVG is drawn, never passed
 * on, so that no script or reference in it reaches a browser. Of an animation the first frame is taken. Nothing of it is decoded in
 * this process.
 * @throws MediaUnreadableError
 */
export async function renderImage(source: Buffer, width: number, format: PictureFormat = 'webp'): Promise<Buffer> {
  const kind = pictureKind(source)
  if (kind === null) throw new MediaUnreadableError('it is no picture')
  if (kind === 'svg' && source.byteLength > MAX_SVG_BYTES) throw new MediaUnreadableError('it is too large a drawing')
  const draw = (evenLarge: boolean) => drawOrRefuse(() => drawApart({ source, kind, width, format, evenLarge }))
  const drawn = await draw(false)
  const answer = 'large' in drawn ? await large.add(() => draw(true)) : drawn
  if ('picture' in answer) return Buffer.from(answer.picture)
  throw new MediaUnreadableError('it is no picture, or a broken one')
}

async function drawOrRefuse(draw: () => Promise<DrawAnswer>): Promise<DrawAnswer> {
  try {
    const answer = await draw()
    if ('fault' in answer) throw new Error(answer.fault)
    return answer
  } catch (cause) {
    throw new MediaUnreadableError('it is no picture, or a broken one', { cause })
  }
}
