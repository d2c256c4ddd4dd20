import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import PQueue from 'p-queue'
import type { DrawAnswer, DrawJob } from './draw-picture.ts'

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
export function drawApart(job: DrawJob, timeoutMs: number = TIMEOUT_MS[job.kind]): Promise<DrawAnswer> {
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
 * Started with the first picture, and kept. It does not keep this process alive; it ends when this one does. What it decodes is
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
