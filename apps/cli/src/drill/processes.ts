import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { SERVERS, serverData } from '../cluster/engines/postgres.ts'
import type { RunningCluster } from '../cluster/run-cluster.ts'

/** Returns the process id of a program or engine. @throws Error when it is not running. */
export function pidOf({ programs }: Pick<RunningCluster, 'programs'>, name: string): number {
  const pid = programs.get(name)?.pid
  if (pid === undefined) throw new Error(`${name} does not run`)
  return pid
}

/**
 * Returns the process ids of a program or engine: its own, and those of the processes that it has started. A server of PostgreSQL is both its
 * Patroni and PostgreSQL itself, which outlives it. Empty while nothing of it runs.
 */
export function processesOf(running: Pick<RunningCluster, 'programs' | 'cluster'>, name: string): readonly number[] {
  const own = running.programs.get(name)?.pid
  const server = SERVERS.find((n) => `pg${n}` === name)
  const data = server === undefined ? null : realpathSync(serverData(running.cluster, server))
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => (own !== undefined && sessionOf(pid) === own) || (data !== null && folderOf(pid) === data))
}

/** Returns the session of a process: the supervisor starts each program and engine in one of its own. Null when the process has ended. */
function sessionOf(pid: number): number | null {
  return orNull(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3])
  })
}

/** Returns the working folder of a process: that of a server of PostgreSQL is its data. Null when the process has ended. */
function folderOf(pid: number): string | null {
  return orNull(() => readlinkSync(`/proc/${pid}/cwd`))
}

function orNull<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Sends a signal to each process that still exists. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended already.
    }
  }
}
