import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PostgresStartError } from './postgres-start-error.ts'
import { isSameProcessAlive, processIdentity } from './process-identity.ts'

const LAUNCHER_FILE = 'opal-launcher'
const STOP_TIMEOUT_MS = 15_000

/** Records which process started the server, so that a later start can distinguish a survivor from a server in use. */
export function claimDirectory(dataDir: string): void {
  writeFileSync(join(dataDir, LAUNCHER_FILE), processIdentity(process.pid) ?? '', { mode: 0o600 })
}

/**
 * Stops a server that outlived the process which started it, so that the new one is our child.
 * @throws PostgresStartError `directory-busy` when the process which started it still lives.
 */
export async function stopSurvivor(dataDir: string): Promise<void> {
  const pid = postmasterPid(dataDir)
  if (pid === null || processIdentity(pid) === null || !servesDirectory(pid, dataDir)) return
  const launcher = readIfThere(join(dataDir, LAUNCHER_FILE))
  if (launcher && isSameProcessAlive(launcher) && launcher !== processIdentity(process.pid)) {
    const owner = launcher.split('@')[0]
    const sentence = `${dataDir} is in use by process ${owner}: stop that one first, or choose another place with --data-dir.`
    throw new PostgresStartError('directory-busy', sentence)
  }
  await stopPostmaster(pid, dataDir)
}

/**
 * Returns the pid that a server of this directory has left and another process has by now; null for none. A new server would take that for the old
 * one, and not start.
 */
export function reusedPid(dataDir: string): number | null {
  const pid = postmasterPid(dataDir)
  return pid === null || processIdentity(pid) === null || servesDirectory(pid, dataDir) ? null : pid
}

/** Stops the server with SIGINT (fast shutdown), then SIGQUIT (immediate; the next start recovers from the log). */
async function stopPostmaster(pid: number, dataDir: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    for (const until = Date.now() + STOP_TIMEOUT_MS; Date.now() < until; ) {
      if (processIdentity(pid) === null) return
      await delay(25)
    }
  }
  throw new PostgresStartError(
    'directory-busy',
    `PostgreSQL (process ${pid}) in ${dataDir} does not stop: end it by hand.`,
  )
}

/** Reads the first line of `postmaster.pid`; null when no server claims the directory. */
function postmasterPid(dataDir: string): number | null {
  const pid = Number.parseInt(readIfThere(join(dataDir, 'postmaster.pid'))?.split('\n')[0] ?? '', 10)
  return Number.isInteger(pid) && pid > 0 ? pid : null
}

/** Returns whether the server accepts connections, by the eighth line of `postmaster.pid`. */
export function isReady(dataDir: string, pid: number): boolean {
  const lines = readIfThere(join(dataDir, 'postmaster.pid'))?.split('\n') ?? []
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/**
 * Returns whether a process is the server of this directory, which its arguments name. After a restart of the machine, or of a container, the pid in
 * a file that was left may be that of another server.
 */
function servesDirectory(pid: number, dataDir: string): boolean {
  if (process.platform !== 'linux') return true
  const [command = '', ...args] = readIfThere(`/proc/${pid}/cmdline`)?.split('\0') ?? []
  const given = args[args.indexOf('-D') + 1] ?? ''
  return command.endsWith('postgres') && existsSync(given) && realpathSync(given) === realpathSync(dataDir)
}

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
