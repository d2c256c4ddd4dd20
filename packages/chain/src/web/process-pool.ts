import { type ChildProcess, fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MarketError } from '@opal/domain/errors'

/** On a busy machine a process takes its time to start, which is no fault of the first job. */
const START_TIMEOUT_MS = 60_000

const FAILURES = {
  start: 'it did not start',
  timeout: 'it takes too long',
  exit: 'it ended before it answered',
} as const

/** A process of a pool has not answered a job, and was killed. */
export class WorkerProcessError extends MarketError {
  override readonly code = 'worker-process-failed'
  override readonly retryable: boolean
  /** A process that did not start says nothing about the job; the others may be the job's fault. */
  readonly reason: keyof typeof FAILURES
  constructor(reason: keyof typeof FAILURES, options: { cause?: unknown } = {}) {
    super(`A worker process failed: ${FAILURES[reason]}.`, options)
    this.reason = reason
    this.retryable = reason === 'start'
  }
}

/** Processes for untrusted content, each with one job at a time. */
export interface ProcessPool<Job extends object, Answer> extends Disposable {
  /** @throws WorkerProcessError */
  run(job: Job, timeoutMs: number): Promise<Answer>
}

export interface ProcessPoolOptions {
  /** Module that a process runs. It sends one message when it is ready, and then one answer to each job. It has to end when disconnected. */
  readonly program: URL
  /** Processes at most; further jobs wait. */
  readonly size: number
  readonly startTimeoutMs?: number
  /** Bound on the memory that JavaScript takes in a process, in megabytes; Node's own when left out. */
  readonly heapMb?: number
  /** Whether processes get our environment, such as certificates for the database. Not for what decodes untrusted content. */
  readonly inheritsEnvironment?: boolean
}

/**
 * Creates a pool of processes that are started when needed, reused, and killed when a job fails: nothing inside a process can interrupt
 * a library that is busy, and its crash or its memory is not the caller's. They do not keep this process alive, and end with it.
 */
export function createProcessPool<Job extends object, Answer>({
  program,
  size,
  startTimeoutMs = START_TIMEOUT_MS,
  heapMb,
  inheritsEnvironment = false,
}: ProcessPoolOptions): ProcessPool<Job, Answer> {
  const path = fileURLToPath(program)
  const options = {
    serialization: 'advanced',
    execArgv: heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`],
    ...(!inheritsEnvironment && { env: {} }),
  } as const
  const slots = createSlots(size)
  const processes = new Set<ChildProcess>()
  const idle: ChildProcess[] = []
  let isClosed = false

  const start = async (): Promise<ChildProcess> => {
    const child = fork(path, [], { ...options, stdio: 'ignore' })
    child.unref()
    child.channel?.unref()
    processes.add(child)
    // After an error between jobs, the next job starts another process.
    child.once('exit', () => processes.delete(child)).on('error', () => undefined)
    try {
      endFirst(child)
      await nextMessage(child, startTimeoutMs)
      return child
    } catch (cause) {
      processes.delete(child)
      // One that the pool's end killed while it started did not fail to start.
      throw new WorkerProcessError(isClosed ? 'exit' : 'start', { cause })
    }
  }
  const takeIdle = (): ChildProcess | undefined => {
    let child = idle.pop()
    while (child?.connected === false) child = idle.pop()
    return child
  }
  return {
    async run(job, timeoutMs) {
      await slots.acquire()
      try {
        if (isClosed) throw new WorkerProcessError('exit')
        const child = takeIdle() ?? (await start())
        const answer = await nextMessage<Answer>(child, timeoutMs, job)
        idle.push(child)
        return answer
      } finally {
        slots.release()
      }
    },
    [Symbol.dispose]() {
      isClosed = true
      for (const child of processes) child.kill('SIGKILL')
    },
  }
}

/**
 * Has Linux end a process before others where memory runs out: a library may take any amount of it for untrusted content. Elsewhere, and
 * where the system forbids it, the process works without.
 */
function endFirst({ pid }: ChildProcess): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    return
  }
}

/** Sends a job, if there is one, and returns the next message of a process. A process that gives none is killed. */
async function nextMessage<Message>(child: ChildProcess, timeoutMs: number, job?: object): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>()
  const fail = (cause: unknown) => reject(new WorkerProcessError('exit', { cause }))
  const onExit = () => reject(new WorkerProcessError('exit'))
  const timer = setTimeout(() => reject(new WorkerProcessError('timeout')), timeoutMs)
  child.once('message', resolve).once('exit', onExit).once('error', fail)
  try {
    if (job !== undefined) child.send(job, (error) => error !== null && fail(error))
    return await promise
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(timer)
    child.off('message', resolve).off('exit', onExit).off('error', fail)
  }
}

/** A bound on jobs at the same time; those beyond it are begun in their order. */
function createSlots(size: number): { readonly acquire: () => Promise<void>; readonly release: () => void } {
  const waiting: (() => void)[] = []
  let free = size
  return {
    async acquire() {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    release() {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    },
  }
}
