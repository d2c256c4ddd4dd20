import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerNumber, serverData } from '../cluster/engines/postgres.ts'
import type { RunningCluster } from '../cluster/run-cluster.ts'

/** Returns the process of a program or engine. @throws Error when it does not run. */
export function pidOf({ programs }: RunningCluster, name: string): number {
  const pid = programs.get(name)?.pid
  if (pid === undefined) throw new Error(`${name} does not run`)
  return pid
}

/** Returns every process of a PostgreSQL server: its Patroni, the postmaster and what the postmaster started. */
export function serverPids(running: RunningCluster, n: ServerNumber): readonly number[] {
  const file = join(serverData(running.cluster, n), 'postmaster.pid')
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  return [pidOf(running, `pg${n}`), postmaster, ...childrenOf(postmaster)]
}

/** Returns the children of a process. */
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

/** Sends a signal to each process that still is there. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended already.
    }
  }
}
