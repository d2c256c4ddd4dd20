import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { closeSync, copyFileSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Backoff } from '@opal/domain/backoff'
import { errorMessage } from '@opal/domain/errors'
import { printableLines } from '../printable.ts'
import { Problem } from '../problem.ts'
import { deleteEngineRecord, killEngine, recordEngine } from './engine-survivors.ts'
import type { Program } from './program.ts'

/** Destination of a program's output. */
interface LogFile {
  readonly path: string
  readonly descriptor: number
  /** Returns the end of what was written since it was opened, in a line or a few. */
  lastWords(): string
  /** Bytes; others than before when something was written since. */
  size(): number
  /** Moves what was written to `<name>.log.1`, in place of what is there, if it has grown large. */
  bound(): void
  close(): void
}

/** A log grows to this size, and the one before it is kept. */
export const KEEP_BYTES = 20_000_000
/** Time between two looks at the size of a log. */
export const BOUND_EVERY_MS = 60_000
const LAST_BYTES = 4_000

/** Appends to `<folder>/<name>.log`. */
function openLogFile(folder: string, name: string): LogFile {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.log`)
  // In append mode, writing continues at the start of a file that was truncated. The mode is 0600 because PostgreSQL logs failed statements,
  // such as those that set a password.
  const descriptor = openSync(path, 'a', 0o600)
  let began = fstatSync(descriptor).size
  return {
    path,
    descriptor,
    lastWords: () => readEnd(path, began),
    size: () => fstatSync(descriptor).size,
    bound() {
      if (fstatSync(descriptor).size <= KEEP_BYTES) return
      copyFileSync(path, `${path}.1`)
      ftruncateSync(descriptor, 0)
      began = 0
    },
    close: () => closeSync(descriptor),
  }
}

function readEnd(path: string, began: number): string {
  const descriptor = openSync(path, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const from = Math.max(began, size - LAST_BYTES)
    const buffer = Buffer.alloc(Math.max(0, size - from))
    readSync(descriptor, buffer, 0, buffer.length, from)
    const lines = buffer.toString().trim().split('\n').map(messageOf).filter(Boolean)
    return printableLines(lines.slice(-3).join('\n  ')) || `it said nothing (${path})`
  } finally {
    closeSync(descriptor)
  }
}

/** Programs log JSON lines; people want the sentence in them. */
function messageOf(line: string): string {
  if (!line.startsWith('{')) return line
  try {
    const { msg, err }: { msg?: string; err?: { message?: string } } = JSON.parse(line)
    return [msg, err?.message].filter(Boolean).join(': ')
  } catch {
    return line
  }
}

/** Modules that every program loads first. */
const PRELOADED = ['compile-cache.ts', 'end-with-parent.ts'].flatMap((file) => [
  '--import',
  fileURLToPath(new URL(file, import.meta.url)),
])
const POLL_MS = 50
const RESTART_BACKOFF = { firstMs: 250, maxMs: 10_000 }
/** Uptime after which the next crash restarts at the first pause. */
const HEALTHY_AFTER_MS = 30_000
const KILL_AFTER_MS = 12_000

export interface SupervisedProgram {
  readonly program: Program
  readonly pid: number | undefined
  /** Ends it for good. Calling it twice is harmless. */
  stop(): Promise<void>
}

export interface SuperviseOptions {
  readonly logFolder: string
  /** Called when the program crashed and is restarted, and when it is back. */
  readonly announce: (line: string) => void
  /** Aborted when the whole start is given up. */
  readonly signal: AbortSignal
}

/**
 * Starts a program, waits until it is ready, and from then on starts it again whenever it ends by itself.
 * @throws Problem with the program's last words when it ends at the first start, or writes nothing for too long before it is ready.
 */
export async function supervise(program: Program, options: SuperviseOptions): Promise<SupervisedProgram> {
  const log = openLogFile(options.logFolder, program.name)
  const supervisor = new Supervisor(program, log, options)
  try {
    await supervisor.startFirst()
  } catch (error) {
    await supervisor.stop()
    throw error
  }
  return supervisor
}

function spawnProgram({ script, args = [], env, engine }: Program, log: number): ChildProcess {
  if (engine) {
    const { account, folder } = engine
    const options = { env, cwd: folder, uid: account.uid, gid: account.gid }
    return spawn(script, args, { ...options, stdio: ['ignore', log, log], detached: true })
  }
  const stdio: StdioOptions = ['ignore', log, log, 'ipc']
  return spawn(process.execPath, [...PRELOADED, script, ...args], { env, stdio, detached: true })
}

class Supervisor implements SupervisedProgram {
  readonly program: Program
  readonly #log: LogFile
  readonly #options: SuperviseOptions
  readonly #restartBackoff = new Backoff(RESTART_BACKOFF)
  #child: ChildProcess | null = null
  #exited: Promise<void> = Promise.resolve()
  #isReady = false
  #stopping = false
  #startedAt = 0
  #recordedPid: number | null = null
  readonly #upkeepTimer: NodeJS.Timeout

  constructor(program: Program, log: LogFile, options: SuperviseOptions) {
    this.program = program
    this.#log = log
    this.#options = options
    this.#keepUp()
    this.#upkeepTimer = setInterval(() => this.#keepUp(), BOUND_EVERY_MS).unref()
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  async startFirst(): Promise<void> {
    this.#spawn()
    let last = { size: this.#log.size(), at: Date.now() }
    while (!(await this.program.isReady())) {
      if (this.#options.signal.aborted) throw new Problem('The start was given up.')
      if (!this.#child) throw new Problem(`${this.program.title} could not start: ${this.#log.lastWords()}`)
      const size = this.#log.size()
      if (size !== last.size) last = { size, at: Date.now() }
      if (Date.now() > last.at + this.program.silentForMs)
        throw new Problem(`${this.program.title} is not ready and writes nothing more: see ${this.#log.path}.`)
      await delay(POLL_MS)
    }
    if (!this.#child) throw new Problem(`${this.program.title} could not start: ${this.#log.lastWords()}`)
    this.#isReady = true
  }

  async stop(): Promise<void> {
    if (this.#stopping) return this.#exited
    this.#stopping = true
    const child = this.#child
    if (child) {
      child.kill('SIGTERM')
      const timeoutMs = this.program.engine?.stopTimeoutMs ?? KILL_AFTER_MS
      const insist = setTimeout(() => this.#kill(child), timeoutMs)
      await this.#exited
      clearTimeout(insist)
    }
    clearInterval(this.#upkeepTimer)
    this.#log.close()
  }

  #kill(child: ChildProcess): void {
    if (this.program.engine && child.pid !== undefined) killEngine(child.pid)
    else child.kill('SIGKILL')
  }

  /** In a process group of its own: a Ctrl-C at the terminal reaches the supervisor alone, which ends all in order. */
  #spawn(): void {
    this.program.prepare?.()
    const child = spawnProgram(this.program, this.#log.descriptor)
    this.#child = child
    this.#startedAt = Date.now()
    this.#exited = new Promise((resolve) => {
      child.once('error', () => this.#onEnd('could not be started', resolve))
      child.once('exit', (code, signal) =>
        this.#onEnd(signal ? `was ended by ${signal}` : `ended with ${code}`, resolve),
      )
    })
    this.#record()
  }

  /** Records the process of an engine: the next start ends it where this one is killed. */
  #record(): void {
    const pid = this.#child?.pid
    if (!this.program.engine || pid === undefined || pid === this.#recordedPid) return
    recordEngine(this.program.engine.pidFile, pid)
    this.#recordedPid = pid
  }

  /**
   * Does work that a full disk may prevent for a while. Its failures end neither a program nor the supervisor, which would take all programs
   * down.
   */
  #keepUp(): void {
    for (const work of [() => this.#log.bound(), () => this.#record()]) {
      try {
        work()
      } catch {
        // Tried again at the next tick.
      }
    }
  }

  #onEnd(how: string, resolve: () => void): void {
    this.#child = null
    if (this.program.engine) deleteEngineRecord(this.program.engine.pidFile)
    resolve()
    if (this.#stopping || !this.#isReady) return
    void this.#startAgain(how)
  }

  async #startAgain(how: string): Promise<void> {
    const { announce } = this.#options
    if (Date.now() - this.#startedAt >= HEALTHY_AFTER_MS) this.#restartBackoff.reset()
    const pauseMs = this.#restartBackoff.next()
    announce(`${this.program.title} ${how}: starting it again in ${pauseMs / 1000} s (${this.#log.path})`)
    await delay(pauseMs)
    if (this.#stopping) return
    try {
      this.#spawn()
    } catch (error) {
      // On a full disk neither the configuration nor the record of the process can be written. A process that runs nevertheless is recorded later.
      if (this.#child === null) return this.#startAgain(`could not be started (${errorMessage(error)})`)
    }
    const child = this.#child
    while (this.#child === child && !(await this.program.isReady())) await delay(POLL_MS)
    if (this.#child === child && child) announce(`${this.program.title} is back`)
  }
}
