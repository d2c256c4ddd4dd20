import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ImageFormat } from '@opal/contract/constants/media-url'
import PQueue from 'p-queue'
import type { DrawAnswer, DrawJob } from './draw-image.ts'
import { MediaUnreadableError } from './media-errors.ts'

/** Larger SVGs are not parsed: honest ones have some kilobytes. */
const MAX_SVG_BYTES = 2 * 1024 * 1024

const large = new PQueue({ concurrency: 1 })

/**
 * A picture as WebP or AVIF, at most `width` pixels wide. The format is detected from the bytes; an SVG is drawn, never passed
 * on, so that no script or reference in it reaches a browser. Of an animation the first frame is taken. Nothing of it is decoded in
 * this process.
 * @throws MediaUnreadableError
 */
export async function renderImage(source: Buffer, width: number, format: ImageFormat = 'webp'): Promise<Buffer> {
  const kind = imageKind(source)
  if (kind === null) throw new MediaUnreadableError('it is no picture')
  if (kind === 'svg' && source.byteLength > MAX_SVG_BYTES) throw new MediaUnreadableError('it is too large a drawing')
  const draw = (evenLarge: boolean) => drawOrRefuse(() => drawInProcess({ source, kind, width, format, evenLarge }))
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

/** An honest SVG is drawn in some ten milliseconds, a photograph in some hundred. */
const TIMEOUT_MS = { svg: 5_000, pixels: 15_000 } as const
/** On a busy machine a program takes its time to start, which is no fault of the first picture. */
const START_MS = 60_000
const PROGRAMS = Math.min(4, availableParallelism())
const PROGRAM = fileURLToPath(new URL('draw-program.ts', import.meta.url))

/** A program, and when it draws. */
interface Program {
  readonly child: ChildProcess
  readonly ready: Promise<void>
}

const queue = new PQueue({ concurrency: PROGRAMS })
const idle: Program[] = []

/**
 * Draws a picture in one of a few processes, which is killed when it takes too long: a few filters can keep the drawing library busy
 * for minutes, which nothing inside a process can interrupt, and neither a decoder's fault nor its memory is to be the API's.
 * @throws Error when it cannot be drawn, or not in time.
 */
export function drawInProcess(job: DrawJob, timeoutMs: number = TIMEOUT_MS[job.kind]): Promise<DrawAnswer> {
  return queue.add(async () => {
    const program = idle.pop() ?? start()
    const answer = await ask(program, job, timeoutMs)
    if (program.child.connected) idle.push(program)
    return answer
  })
}

/** A program that failed is not used again. */
async function ask({ child, ready }: Program, job: DrawJob, timeoutMs: number): Promise<DrawAnswer> {
  await ready
  const { promise, resolve, reject } = Promise.withResolvers<DrawAnswer>()
  const ended = () => reject(new Error('the drawing program ended'))
  const timer = setTimeout(() => reject(new Error('it takes too long to draw')), timeoutMs)
  child.once('message', resolve).once('exit', ended).once('error', reject)
  try {
    child.send(job, (error) => error !== null && reject(error))
    return await promise
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(timer)
    child.off('message', resolve).off('exit', ended).off('error', reject)
  }
}

/**
 * Started with the first picture, and reused. It does not keep this process alive; it ends when this one does. What it decodes is
 * strangers': it has none of our environment.
 */
function start(): Program {
  const child = fork(PROGRAM, [], { serialization: 'advanced', execArgv: [], env: {}, stdio: 'ignore' })
  child.unref()
  child.channel?.unref()
  const forget = () => {
    const at = idle.findIndex((program) => program.child === child)
    if (at !== -1) idle.splice(at, 1)
  }
  // Errors between jobs only mean that the next one starts another program.
  child.once('exit', forget).on('error', forget)
  return { child, ready: untilReady(child) }
}

/** The program's first word is that it has loaded what it draws with. */
async function untilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const ended = () => reject(new Error('the drawing program did not start'))
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS)
  child.once('message', resolve).once('exit', ended).once('error', reject)
  try {
    await promise
  } finally {
    clearTimeout(timer)
    child.off('message', resolve).off('exit', ended).off('error', reject)
  }
}

/** Kind of an image's content. */
export type ImageKind = 'pixels' | 'svg'

/** Comments and declarations may come before it. @source libvips, foreign/svgload.c, SVG_HEADER_SIZE */
const SVG_HEADER_BYTES = 1_000

/** Signatures of raster formats with their offsets, hex. */
const MARKS: readonly (readonly [offset: number, hex: string])[] = [
  [0, 'ffd8ff'],
  [0, '89504e470d0a1a0a'],
  [0, '474946383761'],
  [0, '474946383961'],
  [0, '49492a00'],
  [0, '4d4d002a'],
  [0, '49492b00'],
  [0, '4d4d002b'],
  // HEIF and AVIF: `ftyp`.
  [4, '66747970'],
]

/**
 * Detects a raster image or an SVG by its first bytes, without decoding anything; null for anything else. Compressed SVGs,
 * which may hold a thousand times their size, are neither.
 */
export function imageKind(source: Uint8Array): ImageKind | null {
  const head = Buffer.from(source.buffer, source.byteOffset, Math.min(source.byteLength, SVG_HEADER_BYTES))
  if (MARKS.some(([offset, hex]) => head.toString('hex', offset, offset + hex.length / 2) === hex)) return 'pixels'
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'pixels'
  return /<(?:[a-z]{1,20}:)?svg[\s>/]/i.test(head.toString('latin1')) ? 'svg' : null
}
