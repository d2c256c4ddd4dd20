import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Readiness } from '@opal/contract/network/health'

const RUN = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url))
const READY_WITHIN_MS = 600_000

/** Programs that can be killed, and what their command line holds. */
const SCRIPTS = {
  indexer: 'apps/indexer/src/main.ts',
  api: 'apps/api/src/main.ts',
  localnet: 'dev/seeds/src/main.ts',
} as const
export const KILLED_PROGRAMS = ['indexer', 'api', 'postgres', 'localnet'] as const
export type KilledProgram = (typeof KILLED_PROGRAMS)[number]

/** The members of `network.json` that are needed here. */
interface NetworkJson {
  readonly socket: string
  readonly node: string
  readonly accounts: readonly { readonly name: string; readonly address: string; readonly privateKey: string }[]
}

/** An instance of its own as `npm start` runs it, with a quiet demo market. Disposing ends and removes it. */
export class RunningOpal implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #home: string

  private constructor(child: ChildProcess, home: string) {
    this.#child = child
    this.#home = home
  }

  /** @throws Error when it is not ready in ten minutes. */
  static async start(portOffset: number): Promise<RunningOpal> {
    const home = mkdtempSync(join(tmpdir(), 'opal-recovery-'))
    const options = ['--quiet', '--only', 'postgres,localnet,indexer,api', '--port-offset', String(portOffset)]
    const child = spawn(process.execPath, [RUN, 'start', '--data-dir', home, ...options], { stdio: 'ignore' })
    const opal = new RunningOpal(child, home)
    try {
      await opal.#untilReady()
      return opal
    } catch (error) {
      await opal[Symbol.asyncDispose]()
      throw error
    }
  }

  get network(): NetworkJson {
    return JSON.parse(readFileSync(join(this.#home, 'network.json'), 'utf8'))
  }

  /** Ends a program without a word, as the kernel does when memory is short. */
  kill(program: KilledProgram): void {
    process.kill(program === 'postgres' ? this.#postmaster() : this.#pidOf(SCRIPTS[program]), 'SIGKILL')
  }

  /**
   * Returns last ledger version that the API shows, with every live message of it sent; null while it does not
   * say.
   */
  async shownVersion(): Promise<bigint | null> {
    const answer = await fetch(`${this.network.socket}/readyz`, { signal: AbortSignal.timeout(1_000) })
    const { status, index } = (await answer.json()) as Readiness
    return status === 'ready' && index.version !== null ? BigInt(index.version) : null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'exit')
      this.#child.kill('SIGTERM')
      await ended
    }
    rmSync(this.#home, { recursive: true, force: true })
  }

  async #untilReady(): Promise<void> {
    for (const until = Date.now() + READY_WITHIN_MS; ; await delay(250)) {
      if (this.#child.exitCode !== null) throw new Error(`npm start ended with ${this.#child.exitCode}`)
      if (Date.now() > until) throw new Error('npm start was not ready in time')
      if (!existsSync(join(this.#home, 'network.json'))) continue
      const isCaughtUp = await this.#isCaughtUp().catch(() => false)
      if (isCaughtUp) return
    }
  }

  async #isCaughtUp(): Promise<boolean> {
    const answer = await fetch(`${this.network.socket}/readyz`, { signal: AbortSignal.timeout(1_000) })
    const { status, index } = (await answer.json()) as Readiness
    return status === 'ready' && index.lagVersions === '0' && this.network.accounts.length > 0
  }

  #postmaster(): number {
    const file = join(this.#home, 'postgres', 'postmaster.pid')
    return Number(readFileSync(file, 'utf8').split('\n')[0])
  }

  /** Returns the process id of a running script among our child and its descendants; process ids wrap, so a child's may be the smaller one. */
  #pidOf(script: string): number {
    const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    const processes = rows.split('\n').flatMap((row) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? []
      return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command: command ?? '' }]
    })
    const childrenOf = Map.groupBy(processes, ({ parent }) => parent)
    const descendants = (pid: number): typeof processes =>
      (childrenOf.get(pid) ?? []).flatMap((child) => [child, ...descendants(child.pid)])
    const found = descendants(this.#child.pid ?? 0).find(({ command }) => command.includes(script))
    if (found === undefined) throw new Error(`${script} does not run`)
    return found.pid
  }
}
