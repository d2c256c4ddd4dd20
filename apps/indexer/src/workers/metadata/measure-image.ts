import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ImageJob, ImageOutcome } from '@opal/store/projections/metadata/images'
import PQueue from 'p-queue'
import { createBoundedFetcher, type MediaConfig } from './fetch-bounded.ts'
import type { ImageFacts, MeasureAnswer } from './measure-program.ts'
import { afterFailure, MetadataError } from './media-errors.ts'

/** An honest picture takes some hundred milliseconds. */
const TIMEOUT_MS = 10_000
/** On a busy machine a program takes its time to start, which is no fault of the first picture. */
const START_MS = 60_000
const PROGRAM = fileURLToPath(new URL('./measure-program.ts', import.meta.url))

/** Measures pictures in a process of its own. */
export interface ApartMeasurer extends Disposable {
  /** @throws MetadataError when it is no picture, or takes too long. */
  measure(source: Uint8Array): Promise<ImageFacts>
}

/**
 * One picture at a time, in a process that is killed when one takes too long: neither a picture made to keep a decoder
 * busy nor the memory it takes is the indexer's.
 */
export function createApartMeasurer(timeoutMs = TIMEOUT_MS): ApartMeasurer {
  const queue = new PQueue({ concurrency: 1 })
  let running: Program | null = null
  const drop = () => {
    running?.child.kill('SIGKILL')
    running = null
  }
  const open = () => {
    if (running?.child.connected !== true) running = start()
    return running
  }
  return {
    measure: (source) => queue.add(() => ask(open(), source, { timeoutMs, drop })),
    [Symbol.dispose]: drop,
  }
}

/** A program, and when it measures. */
interface Program {
  readonly child: ChildProcess
  readonly ready: Promise<void>
}

/** It decodes untrusted input, so it gets none of our environment. */
function start(): Program {
  const child = fork(PROGRAM, [], { serialization: 'advanced', execArgv: [], env: {}, stdio: 'ignore' })
  child.unref()
  child.channel?.unref()
  // An error between two pictures only means that the next one starts another program.
  child.on('error', () => undefined)
  return { child, ready: untilReady(child) }
}

/** The program's first message says that it has loaded what it measures with. */
async function untilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const ended = () => reject(new MetadataError('the measuring program did not start', true))
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS)
  child.once('message', resolve).once('exit', ended).once('error', ended)
  try {
    await promise
  } finally {
    clearTimeout(timer)
    child.off('message', resolve).off('exit', ended).off('error', ended)
  }
}

async function ask(
  { child: program, ready }: Program,
  source: Uint8Array,
  { timeoutMs, drop }: { readonly timeoutMs: number; readonly drop: () => void },
): Promise<ImageFacts> {
  await ready
  const { promise, resolve, reject } = Promise.withResolvers<MeasureAnswer>()
  const ended = () => reject(new MetadataError('the picture could not be looked at', false))
  const timer = setTimeout(() => {
    drop()
    reject(new MetadataError('it takes too long to look at', false))
  }, timeoutMs)
  program.once('message', resolve).once('exit', ended).once('error', reject)
  try {
    program.send(source, (error) => error !== null && reject(error))
    const answer = await promise
    if ('fault' in answer) throw new MetadataError(`not a picture that can be read: ${answer.fault}`, false)
    return answer.facts
  } finally {
    clearTimeout(timer)
    program.off('message', resolve).off('exit', ended).off('error', reject)
  }
}

export interface ImageMeasurer extends AsyncDisposable {
  /** Never throws: what went wrong is part of the outcome. */
  measure(job: ImageJob): Promise<ImageOutcome>
}

/** @source docs/product/tokens-and-filters.md#fetch-limits */
const MAX_BYTES = 25 * 1024 * 1024

/** Fetches pictures and finds their size and dominant colour. */
export function createImageMeasurer(config: MediaConfig, signal: AbortSignal): ImageMeasurer {
  const fetcher = createBoundedFetcher(config, signal)
  const apart = createApartMeasurer()
  const look = async (src: string): Promise<ImageOutcome> => {
    const { body } = await fetcher.fetch({ uri: src, accept: 'image/*', maxBytes: () => MAX_BYTES })
    return { src, status: 'ready', ...(await apart.measure(body)) }
  }
  return {
    measure: ({ src, attempts }) => look(src).catch((error: unknown) => ({ src, ...afterFailure(attempts, error) })),
    async [Symbol.asyncDispose]() {
      apart[Symbol.dispose]()
      await fetcher[Symbol.asyncDispose]()
    },
  }
}
