import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Readiness } from '@opal/contract/network/health'
import { environmentWith } from './config.ts'
import { keepOnFailure } from './failures.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TIMEOUT_MS = 180_000
const LAST_LINES = 200
const POLL_MS = 50

/** Scripts that identify a program's process. */
const SCRIPTS = {
  postgres: 'postgres-program.ts',
  localnet: 'seeds/src/main.ts',
  indexer: 'indexer/src/main.ts',
  api: 'api/src/main.ts',
} as const
export type ProgramName = keyof typeof SCRIPTS

export interface InstanceOptions {
  readonly dataDir: string
  /** By option without `-port`: `web`, `chain-graphql` ... */
  readonly ports: Readonly<Record<string, number>>
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** `npm start` as a person runs it, in a process of its own. Disposing ends it as Ctrl-C does; the data stays. */
export interface Instance extends AsyncDisposable {
  readonly databaseUrl: string
  /** Kills a program without warning, and waits until the supervisor reports that it is back. */
  killAndAwait(name: ProgramName, title: string): Promise<void>
  /** Kills the database server itself, below the program that supervises it. */
  killPostmaster(): Promise<void>
  readiness(): Promise<Readiness>
}

/** Starts an instance, and waits until it is ready. @throws Error with its output when it ends before, or takes too long. */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const ports = Object.entries(options.ports).flatMap(([name, port]) => [`--${name}-port`, String(port)])
  const args = ['start', '--data-dir', options.dataDir, ...ports, ...options.args]
  const child = spawn(process.execPath, [join(ROOT, 'apps/cli/src/main.ts'), ...args], {
    cwd: ROOT,
    env: environmentWith(options.env ?? {}),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child)
  const { dataDir } = options
  keepOnFailure(`npm-start-${basename(dataDir)}.log`, () => `${output.text()}\n${lastLines(join(dataDir, 'logs'))}`)
  try {
    await output.waitForLine('Ready', 1)
  } catch (error) {
    child.kill('SIGTERM')
    throw error
  }
  const killed = async (pid: number, title: string) => {
    const times = output.count(`${title} is back`) + 1
    process.kill(pid, 'SIGKILL')
    await output.waitForLine(`${title} is back`, times)
  }
  return {
    databaseUrl: readFileSync(join(options.dataDir, 'database-url'), 'utf8'),
    killAndAwait: (name, title) => killed(pidOf(child, SCRIPTS[name]), title),
    killPostmaster: () => killed(postmaster(options.dataDir), 'PostgreSQL'),
    readiness: async () => (await fetch(`http://127.0.0.1:${options.ports.api}/readyz`)).json() as Promise<Readiness>,
    [Symbol.asyncDispose]: () => end(child),
  }
}

/** Collects the output of a process. */
function collect(child: ChildProcess) {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk))
  const count = (line: string) => text.split(line).length - 1
  return {
    count,
    text: () => text,
    /** Waits until a line has been written a number of times. @throws Error with the output when the process ends before, or it takes too long. */
    async waitForLine(line: string, times: number): Promise<void> {
      for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await delay(POLL_MS)) {
        if (count(line) >= times) return
        if (child.exitCode !== null) throw new Error(`it ended before it wrote "${line}":\n${text}`)
      }
      throw new Error(`it never wrote "${line}":\n${text}`)
    },
  }
}

/** Returns the end of every program's log. */
function lastLines(folder: string): string {
  const files = existsSync(folder) ? readdirSync(folder) : []
  const ends = files.map((file) => readFileSync(join(folder, file), 'utf8').split('\n').slice(-LAST_LINES).join('\n'))
  return files.map((file, index) => `--- ${file}\n${ends[index]}`).join('\n')
}

/** Returns the supervisor's child that runs this script. */
function pidOf(supervisor: ChildProcess, script: string): number {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const own = lines.map((line) => line.trim().split(/\s+/)).filter(([, parent]) => Number(parent) === supervisor.pid)
  const found = own.find((words) => words.some((word) => word.endsWith(script)))
  if (found === undefined) throw new Error(`no program of it runs ${script}`)
  return Number(found[0])
}

function postmaster(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
