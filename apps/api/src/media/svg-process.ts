import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import PQueue from 'p-queue'

export interface SvgJob {
  readonly source: Uint8Array
  readonly width: number
  readonly ownWidth: number
  readonly maxPixels: number
}

export type SvgAnswer = { readonly picture: Uint8Array } | { readonly fault: string }

/** An honest SVG is drawn in some ten milliseconds. */
const TIMEOUT_MS = 5_000
const PROGRAM = fileURLToPath(new URL('svg-program.ts', import.meta.url))

const queue = new PQueue({ concurrency: 1 })
let running: ChildProcess | null = null

/**
 * Draws an SVG in a process that is killed when it takes too long: a few filters can keep the drawing library busy for
 * minutes, which nothing inside a process can interrupt, and four of those would hold every thread that reads files.
 * @throws Error when it cannot be drawn, or not in time.
 */
export function drawSvgApart(job: SvgJob, timeoutMs = TIMEOUT_MS): Promise<Buffer> {
  return queue.add(() => askProgram(job, timeoutMs))
}

async function askProgram(job: SvgJob, timeoutMs: number): Promise<Buffer> {
  const program = openProgram()
  const { promise, resolve, reject } = Promise.withResolvers<SvgAnswer>()
  const ended = () => reject(new Error('the drawing program ended'))
  const timer = setTimeout(() => {
    drop(program)
    reject(new Error('it takes too long to draw'))
  }, timeoutMs)
  program.once('message', resolve).once('exit', ended).once('error', reject)
  try {
    program.send(job, (error) => error !== null && reject(error))
    const answer = await promise
    if ('fault' in answer) throw new Error(answer.fault)
    return Buffer.from(answer.picture)
  } finally {
    clearTimeout(timer)
    program.off('message', resolve).off('exit', ended).off('error', reject)
  }
}

/** Started with the first SVG, and kept. It does not keep this process alive; it ends when this one does. */
function openProgram(): ChildProcess {
  if (running !== null) return running
  const program = fork(PROGRAM, [], { serialization: 'advanced', execArgv: [], stdio: 'ignore' })
  program.unref()
  program.channel?.unref()
  program.once('exit', () => drop(program))
  // Errors between jobs only mean that the next one starts another program.
  program.on('error', () => drop(program))
  running = program
  return program
}

function drop(program: ChildProcess): void {
  if (running === program) running = null
  program.kill('SIGKILL')
}
