import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { createProcessPool, type ProcessPoolOptions, type WorkerProcessError } from './process-pool.ts'

const directory = mkdtempSync(join(tmpdir(), 'opal-process-pool-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

let programs = 0
/** Writes a program, as a module of its own. */
function programOf(source: string): URL {
  const path = join(directory, `program-${++programs}.mjs`)
  writeFileSync(path, `${source}\nprocess.on('disconnect', () => process.exit())`)
  return pathToFileURL(path)
}

/** A job of the program below. */
type Job = { readonly act: 'answer' | 'hang' | 'crash' | 'fill' }
interface Answer {
  readonly pid: number
  readonly environment: readonly string[]
}
const ON_JOB = `process.on('message', ({ act }) => {
  if (act === 'crash') process.exit(1)
  if (act === 'fill') for (const all = []; ; ) all.push(new Array(1_000).fill(act))
  if (act === 'answer') process.send({ pid: process.pid, environment: Object.keys(process.env) })
})`
const READY = "process.send('ready')"

const createPool = (options: Partial<ProcessPoolOptions> = {}) =>
  createProcessPool<Job, Answer>({ program: programOf(`${ON_JOB}\n${READY}`), size: 1, ...options })

/** A busy machine fails no test. */
const PATIENT_MS = 30_000
const SLOW_START_MS = 300
const answer: Job = { act: 'answer' }
const failure = (reason: WorkerProcessError['reason']) => ({ code: 'worker-process-failed', reason })

describe('createProcessPool', { timeout: 2 * PATIENT_MS }, () => {
  it('gives a process our environment only where it is asked to', async () => {
    using pool = createPool({ inheritsEnvironment: true })
    expect((await pool.run(answer, PATIENT_MS)).environment).toEqual(expect.arrayContaining(Object.keys(process.env)))
  })

  it('has the system end a process before others where memory runs out', async () => {
    using pool = createPool()
    const { pid } = await pool.run(answer, PATIENT_MS)
    const setting = (of: string | number) => `/proc/${of}/oom_score_adj`
    if (existsSync(setting('self'))) expect(readFileSync(setting(pid), 'utf8')).toBe('1000\n')
  })

  it('reuses a process, which has none of our environment', async () => {
    using pool = createPool()
    const first = await pool.run(answer, PATIENT_MS)
    expect(first.environment).toEqual([])
    expect(first.pid).not.toBe(process.pid)
    expect(await pool.run(answer, PATIENT_MS)).toEqual(first)
  })

  it.each([
    ['hangs', 'hang', 200, 'timeout'],
    ['crashes', 'crash', PATIENT_MS, 'exit'],
    ['exceeds its memory', 'fill', PATIENT_MS, 'exit'],
  ] as const)('fails a job on which the process %s, and starts another for the next', async (_, act, ms, reason) => {
    using pool = createPool({ heapMb: 40 })
    const { pid } = await pool.run(answer, PATIENT_MS)
    const failed = pool.run({ act }, ms)
    const next = pool.run(answer, PATIENT_MS)
    await expect(failed).rejects.toMatchObject({ ...failure(reason), retryable: false })
    expect((await next).pid).not.toBe(pid)
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it('replaces a process that ended between two jobs', async () => {
    using pool = createPool()
    const { pid } = await pool.run(answer, PATIENT_MS)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect((await pool.run(answer, PATIENT_MS)).pid).not.toBe(pid)
  })

  it('counts the time of a job from when the process is ready', async () => {
    using pool = createPool({ program: programOf(`${ON_JOB}\nsetTimeout(() => ${READY}, ${SLOW_START_MS})`) })
    const began = performance.now()
    await expect(pool.run({ act: 'hang' }, 1)).rejects.toMatchObject(failure('timeout'))
    expect(performance.now() - began).toBeGreaterThan(SLOW_START_MS)
  })

  it.each([
    ['ends immediately', 'process.exit(1)', PATIENT_MS],
    ['is never ready', ON_JOB, 200],
  ])('reports a process that %s as not started, which may pass', async (_, source, startTimeoutMs) => {
    using pool = createPool({ program: programOf(source), startTimeoutMs })
    await expect(pool.run(answer, PATIENT_MS)).rejects.toMatchObject({ ...failure('start'), retryable: true })
    await expect(pool.run(answer, PATIENT_MS)).rejects.toMatchObject(failure('start'))
  })

  it('works on as many concurrent jobs as it has processes', async () => {
    using pool = createPool({ size: 2 })
    const hanging = pool.run({ act: 'hang' }, PATIENT_MS)
    const [first, second] = await Promise.all([pool.run(answer, PATIENT_MS), pool.run(answer, PATIENT_MS)])
    expect(second.pid).toBe(first.pid)
    pool[Symbol.dispose]()
    await expect(hanging).rejects.toMatchObject(failure('exit'))
  })

  it('rejects a job whose process is still starting when it is disposed', async () => {
    const pool = createPool()
    const starting = pool.run(answer, PATIENT_MS)
    await setImmediate()
    pool[Symbol.dispose]()
    await expect(starting).rejects.toMatchObject(failure('exit'))
  })

  it('ends its processes and rejects waiting jobs when it is disposed', async () => {
    const pool = createPool()
    const { pid } = await pool.run(answer, PATIENT_MS)
    const running = pool.run({ act: 'hang' }, PATIENT_MS)
    const waiting = pool.run(answer, PATIENT_MS)
    await setImmediate()
    pool[Symbol.dispose]()
    await expect(running).rejects.toMatchObject(failure('exit'))
    await expect(waiting).rejects.toMatchObject(failure('exit'))
    expect(isAlive(pid)).toBe(false)
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
