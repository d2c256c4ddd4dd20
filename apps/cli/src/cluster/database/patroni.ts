import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { type Cluster, HOST } from '../cluster.ts'
import { SERVERS } from '../engines/postgres.ts'

const TIMEOUT_MS = 2_000

const Members = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      lag: z.union([z.number(), z.string()]).optional(),
    }),
  ),
})
/** A PostgreSQL server as Patroni sees it: `leader`, `sync_standby` or `replica`. */
export type Member = z.output<typeof Members>['members'][number]

/** Reads the servers of the cluster from the first Patroni that answers; none when none does. */
export async function readMembers({ ports }: Cluster): Promise<readonly Member[]> {
  for (const n of SERVERS) {
    const members = await ask(`http://${HOST}:${ports[`patroni${n}`]}/cluster`).catch(() => null)
    if (members !== null) return members
  }
  return []
}

async function ask(url: string): Promise<readonly Member[]> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return Members.parse(await response.json()).members
}

/** Returns the name of the primary; null while there is none. */
export function leaderOf(members: readonly Member[]): string | null {
  return members.find(({ role, state }) => role === 'leader' && state === 'running')?.name ?? null
}

/** Returns whether all servers are healthy: a primary, and two replicas that have every acknowledged commit. */
export function isWhole(members: readonly Member[]): boolean {
  const standbys = members.filter(({ role, state }) => role === 'sync_standby' && isRunning(state))
  return leaderOf(members) !== null && standbys.length === SERVERS.length - 1
}

/** State of a running replica; newer versions of Patroni report `streaming`. */
function isRunning(state: string): boolean {
  return state === 'running' || state === 'streaming'
}

const POLL_MS = 250
const WHOLE_TIMEOUT_MS = 120_000

interface Wait {
  readonly say: (line: string) => void
  /** Aborted when the start is given up. */
  readonly signal: AbortSignal
  readonly pollMs?: number
}

/**
 * Waits until all servers are healthy. Where the replicas do not follow, it says so after two minutes and lets the cluster start with its primary:
 * repairing a replica needs a running primary.
 */
export async function untilWhole(
  read: () => Promise<readonly Member[]>,
  { say, signal, pollMs = POLL_MS }: Wait,
): Promise<void> {
  let members: readonly Member[] = []
  for (const until = Date.now() + WHOLE_TIMEOUT_MS; Date.now() < until; await delay(pollMs, undefined, { signal })) {
    members = await read()
    if (isWhole(members)) return
  }
  say(`  the replicas of PostgreSQL do not follow (${statesOf(members)}): docs/how-to/operate.md#replicamissing`)
}

/**
 * Says after two minutes which servers are not up yet: a start waits for all of them, and one whose data is damaged needs somebody.
 * @returns what ends the wait.
 */
export function noteLateServers(
  read: () => Promise<readonly Member[]>,
  say: (line: string) => void,
  afterMs = WHOLE_TIMEOUT_MS,
): Disposable {
  const note = async () => {
    const states = statesOf(await read()) || 'no Patroni answers'
    say(`  PostgreSQL is not up yet (${states}): where none is being created, docs/how-to/operate.md#replicamissing`)
  }
  const timer = setTimeout(() => void note(), afterMs)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}

function statesOf(members: readonly Member[]): string {
  return members.map(({ name, role, state }) => `${name} ${role} ${state}`).join(', ')
}
