import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PictureFormat } from '@opal/contract/media-url'
import PQueue from 'p-queue'

/** An SVG to be drawn. */
export interface SvgJob {
  readonly source: Uint8Array
  /** Pixels. */
  readonly width: number
  /** The SVG's own width in pixels; 0 when unknown. */
  readonly ownWidth: number
  readonly maxPixels: number
  readonly format: PictureFormat
}

/** What the drawing program answers. */
export type SvgAnswer = { readonly picture: Uint8Array } | { readonly fault: string }

/** An honest SVG is drawn in some ten milliseconds. */
const TIMEOUT_MS = 5_000
/** On a busy machine the program takes its time to start, which is no fault of the first SVG. */
const START_MS = 60_000
const PROGRAM = fileURLToPath(new URL('svg-program.ts', import.meta.url))

/** The program, and when it draws. */
interface Program {
  readonly child: ChildProcess
  readonly ready: Promise<void>
}

const queue = new PQueue({ concurrency: 1 })
let running: Program | null = null

/**
 * Draws an SVG in a process that is killed when it takes too long: a few filters can keep the drawing library busy for
 * minutes, which nothing inside a process can interrupt, and four of those would hold every thread that reads files.
 * @throws Error when it cannot be drawn, or not in time.
 */
export function drawSvgApart(job: SvgJob, timeoutMs = TIMEOUT_MS): Promise<Buffer> {
  return queue.add(() => askProgram(job, timeoutMs))
}

async function askProgram(job: SvgJob, timeoutMs: number): Promise<Buffer> {
  const { child, ready } = openProgram()
  await ready
  const { promise, resolve, reject } = Promise.withResolvers<SvgAnswer>()
  const ended = () => reject(new Error('the drawing program ended'))
  const timer = setTimeout(() => {
    drop(child)
    reject(new Error('it takes too long to draw'))
  }, timeoutMs)
  child.once('message', resolve).once('exit', ended).once('error', reject)
  try {
    child.send(job, (error) => error !== null && reject(error))
    const answer = await promise
    if ('fault' in answer) throw new Error(answer.fault)
    return Buffer.from(answer.picture)
  } finally {
    clearTimeout(timer)
    child.off('message', resolve).off('exit', ended).off('error', reject)
  }
}

/** Started with the first SVG, and kept. It does not keep this process alive; it ends when this one does. */
function openProgram(): Program {
  if (running !== null) return running
  const child = fork(PROGRAM, [], { serialization: 'advanced', execArgv: [], stdio: 'ignore' })
  child.unref()
  child.channel?.unref()
  child.once('exit', () => drop(child))
  // Errors between jobs only mean that the next one starts another program.
  child.on('error', () => drop(child))
  running = { child, ready: untilReady(child) }
  return running
}

/** The program's first word is that it has loaded what it draws with. */
async function untilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const ended = () => reject(new Error('the drawing program did not start'))
  const timer = setTimeout(() => drop(child), START_MS)
  child.once('message', resolve).once('exit', ended).once('error', reject)
  try {
    await promise
  } finally {
    clearTimeout(timer)
    child.off('message', resolve).off('exit', ended).off('error', reject)
  }
}

function drop(child: ChildProcess): void {
  if (running?.child === child) running = null
  child.kill('SIGKILL')
}
