import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { outputProblem, PostgresStartError } from './postgres-start-error.ts'
import type { ServiceAccount } from './service-account.ts'
import { isReady, reusedPid } from './survivor.ts'

const MIB = 1024 ** 2
/**
 * Shares of the machine's memory, and their bounds.
 * @source PostgreSQL manual, "Resource Consumption" (a quarter at most)
 */
const BUFFERS = { share: 1 / 8, minMib: 128, maxMib: 4_096 }
const CACHE = { share: 1 / 2, minMib: 512, maxMib: 1_048_576 }
const UPKEEP = { share: 1 / 128, minMib: 64, maxMib: 512 }

/** PostgreSQL's memory settings for this machine. */
export interface MemorySettings {
  /** The server's own page cache. The system allocates it as it is used. */
  readonly shared_buffers: string
  /**
   * Memory that the planner may expect to hold pages, the server's own and the system's together; nothing is
   * allocated.
   */
  readonly effective_cache_size: string
  readonly maintenance_work_mem: string
}

/**
 * Returns the memory settings for a machine.
 * @param bytes memory of the machine, or of the container where that has less.
 */
export function memorySettings(bytes: number = availableBytes()): MemorySettings {
  const of = ({ share, minMib, maxMib }: typeof BUFFERS) =>
    `${Math.min(maxMib, Math.max(minMib, Math.floor((bytes * share) / MIB)))}MB`
  return { shared_buffers: of(BUFFERS), effective_cache_size: of(CACHE), maintenance_work_mem: of(UPKEEP) }
}

function availableBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Recovery after a crash replays the log first, and writes all that it has changed: minutes on a slow disk. One that is ended before begins again
 * at the next start, so that it would never come to its end.
 */
const READY_TIMEOUT_MS = 30 * 60_000
/** Interval of progress lines while a server starts: callers give up on a start that prints nothing. */
const NOTE_EVERY_MS = 10_000
const STOP_TIMEOUT_MS = 15_000

export interface PostgresProcessOptions {
  readonly binaries: PostgresBinaries
  readonly account: ServiceAccount | null
  readonly dataDir: string
  readonly port: number
  /** The server's own log, truncated at each start. */
  readonly logFile: string
  /** False gives up crash safety for speed: for clusters that tests throw away. */
  readonly durable: boolean
  /** Settings of the server that differ. */
  readonly settings?: Readonly<Record<string, string>>
  /** Called with a line each {@link noteEveryMs} while it starts. */
  readonly log?: (line: string) => void
  readonly noteEveryMs?: number
}

/** A running server that accepts connections. */
export interface PostgresProcess {
  readonly pid: number
  /** Resolves when the server has ended, for any reason. */
  readonly exited: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the server and waits until it accepts connections.
 * @throws PostgresStartError with the server's last output when it ends before it is ready.
 */
export async function runPostgres(options: PostgresProcessOptions): Promise<PostgresProcess> {
  const log = openSync(options.logFile, 'w', 0o600)
  const child = spawn(options.binaries.postgres, ['-D', options.dataDir, ...settings(options)], {
    stdio: ['ignore', log, log],
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC', ...ignoring(reusedPid(options.dataDir)) },
    // Its own process group: Ctrl-C at the terminal reaches only us, and we stop the server after its clients.
    detached: true,
    ...(options.account && { uid: options.account.uid, gid: options.account.gid }),
  })
  closeSync(log)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await once(child, 'spawn')
  await untilReady(child, options)
  return { pid: child.pid as number, exited, stop: () => stop(child, exited) }
}

/**
 * Returns what has a server take no notice of a process that its lock file names: it takes that for its own grandparent. It
 * finds another server of the directory by its shared memory, too.
 * @source PostgreSQL, src/backend/utils/init/miscinit.c (CreateLockFile)
 */
function ignoring(pid: number | null): Readonly<Record<string, string>> {
  return pid === null ? {} : { PG_GRANDPARENT_PID: String(pid) }
}

async function untilReady(child: ChildProcess, options: PostgresProcessOptions): Promise<void> {
  const { log = () => undefined, noteEveryMs = NOTE_EVERY_MS } = options
  const began = performance.now()
  let notes = 0
  for (let ms = 0; ms < READY_TIMEOUT_MS; ms = performance.now() - began) {
    if (ms > (notes + 1) * noteEveryMs) {
      notes += 1
      log(
        `PostgreSQL still starts, after ${Math.round(ms / 1_000)} s: it may recover from a crash (${options.logFile})`,
      )
    }
    if (child.exitCode !== null || child.signalCode !== null) {
      throw outputProblem('postgres', readFileSync(options.logFile, 'utf8'), options.dataDir)
    }
    if (isReady(options.dataDir, child.pid as number)) return
    await delay(20)
  }
  child.kill('SIGQUIT')
  throw new PostgresStartError('failed', `PostgreSQL was not ready within half an hour: see ${options.logFile}.`)
}

/** Stops the server by a fast shutdown: ends sessions, writes everything. Calling it twice is harmless. */
async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGINT')
  const insist = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(insist)
}

/**
 * Returns the server's settings: TCP on the loopback interface only; no socket file, so the length of the
 * directory's path does not matter.
 */
function settings({ port, durable, settings = {} }: PostgresProcessOptions): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    // A block locks over a hundred tables and indexes: enough fast-path slots avoid the shared lock table.
    max_locks_per_transaction: 256,
    ...memorySettings(),
    // Tests run many small servers in parallel.
    ...(durable ? {} : { shared_buffers: '128MB' }),
    work_mem: '16MB',
    max_wal_size: '2GB',
    // A crash replays everything since the last checkpoint while all clients wait: half a minute of log takes a moment.
    checkpoint_timeout: '30s',
    // No replica follows this server: filling a new table, or building an index, need not be logged twice.
    wal_level: 'minimal',
    max_wal_senders: 0,
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
    ...settings,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
