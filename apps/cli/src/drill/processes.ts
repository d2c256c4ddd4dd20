import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerNumber, serverData } from '../cluster/engines/postgres.ts'
import type { RunningCluster } from '../cluster/run-cluster.ts'

/** Returns the process id of a program or engine. @throws Error when it is not running. */
export function pidOf({ programs }: RunningCluster, name: string): number {
  const pid = programs.get(name)?.pid
  if (pid === undefined) throw new Error(`${name} does not run`)
  return pid
}

/** Returns the process ids of a PostgreSQL server: Patroni, the postmaster and its children. */
export function serverPids(running: RunningCluster, n: ServerNumber): readonly number[] {
  const file = join(serverData(running.cluster, n), 'postmaster.pid')
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  return [pidOf(running, `pg${n}`), postmaster, ...childrenOf(postmaster)]
}

/** Returns the ids of a process's children. */
function childrenOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
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
