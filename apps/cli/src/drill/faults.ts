import { setTimeout as delay } from 'node:timers/promises'
import { HOST } from '../cluster/cluster.ts'
import { engineFolder } from '../cluster/engine.ts'
import { SERVERS, type ServerNumber } from '../cluster/engines/postgres.ts'
import { currentPrimary } from '../cluster/engines/redis.ts'
import { leaderOf, readMembers } from '../cluster/patroni.ts'
import { INSTANCES } from '../cluster/programs.ts'
import type { RunningCluster } from '../cluster/run-cluster.ts'
import { cutOff } from './network.ts'
import { pidOf, processesOf, signalAll } from './processes.ts'
import { fillDisk } from './small-disk.ts'

/** A fault that the drill injects. */
export interface Fault {
  /** Name for `--only`. */
  readonly name: string
  readonly title: string
  /** Longest recovery allowed, in seconds. */
  readonly limitSeconds: number
  /** Whether no page may fail because of it. */
  readonly sparesPages?: boolean
  /** Injects the fault, and says what only it knows. @returns how to undo it, and after how long. */
  readonly inject: (running: RunningCluster, say: (line: string) => void) => Promise<Undo | null>
}

interface Undo {
  readonly afterMs: number
  undo(): void
}

/** The PostgreSQL server whose data is on a small disk of its own. */
export const SMALL_DISK: ServerNumber = 1

const FAILOVER_SECONDS = 30
const SECONDS = 10
/** Longer than any of our timeouts for an unresponsive server. */
const FROZEN_MS = 12_000
/** How long a network or a store is unreachable. */
const AWAY_MS = 4_000

const kill = (name: string) => async (running: RunningCluster) => {
  signalAll([pidOf(running, name)], 'SIGKILL')
  return null
}

const freeze = (name: string) => async (running: RunningCluster) => frozen([pidOf(running, name)], FROZEN_MS)

const cut = (ports: (running: RunningCluster) => readonly number[]) => async (running: RunningCluster) => ({
  afterMs: AWAY_MS,
  undo: cutOff(ports(running)),
})

function frozen(pids: readonly number[], afterMs: number): Undo {
  signalAll(pids, 'SIGSTOP')
  return { afterMs, undo: () => signalAll(pids, 'SIGCONT') }
}

/** All faults, in the order of a full drill. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'primary-switchover',
    title: 'PostgreSQL primary: planned switchover',
    limitSeconds: FAILOVER_SECONDS,
    inject: async (running) => {
      await switchOver(running, null)
      return null
    },
  },
  {
    name: 'primary-kill',
    title: 'PostgreSQL primary: killed, with its Patroni',
    limitSeconds: FAILOVER_SECONDS,
    inject: async (running) => {
      signalAll(processesOf(running, `pg${await primaryOf(running)}`), 'SIGKILL')
      return null
    },
  },
  {
    name: 'primary-freeze',
    title: 'PostgreSQL primary: frozen, with its Patroni',
    limitSeconds: FAILOVER_SECONDS,
    inject: async (running) => frozen(processesOf(running, `pg${await primaryOf(running)}`), FROZEN_MS),
  },
  {
    name: 'primary-disk',
    title: 'PostgreSQL primary: disk full',
    limitSeconds: FAILOVER_SECONDS,
    inject: async (running) => ({ afterMs: AWAY_MS, undo: fillDisk(engineFolder(running.cluster, `pg${SMALL_DISK}`)) }),
  },
  {
    name: 'replica-kill',
    title: 'PostgreSQL replica: killed, with its Patroni',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: async (running) => {
      signalAll(processesOf(running, `pg${await replicaOf(running)}`), 'SIGKILL')
      return null
    },
  },
  {
    name: 'replica-freeze',
    title: 'PostgreSQL replica: frozen, with its Patroni',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: async (running) => frozen(processesOf(running, `pg${await replicaOf(running)}`), FROZEN_MS),
  },
  {
    name: 'replica-cut',
    title: 'PostgreSQL replica: cut off from its clients',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: async (running) => {
      const n = await replicaOf(running)
      return cut(({ cluster: { ports } }) => [ports[`pg${n}`], ports[`patroni${n}`]])(running)
    },
  },
  {
    name: 'etcd-kill',
    title: 'etcd: one member killed',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: kill('etcd1'),
  },
  {
    name: 'etcd-cut',
    title: 'etcd: one member cut off from the network',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: cut(({ cluster: { ports } }) => [ports.etcd2, ports.etcdPeer2]),
  },
  { name: 'pgbouncer-kill', title: 'pgBouncer: killed', limitSeconds: SECONDS, inject: kill('pgbouncer') },
  { name: 'haproxy-kill', title: 'HAProxy: killed', limitSeconds: SECONDS, inject: kill('haproxy') },
  {
    name: 'redis-kill',
    title: 'Redis primary: killed',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: async (running) => {
      signalAll([pidOf(running, redisPrimary(running))], 'SIGKILL')
      return null
    },
  },
  {
    name: 'redis-freeze',
    title: 'Redis primary: frozen',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: async (running) => frozen([pidOf(running, redisPrimary(running))], FROZEN_MS),
  },
  {
    name: 'sentinel-kill',
    title: 'Sentinel: one killed',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: kill('sentinel1'),
  },
  {
    name: 'indexer-kill',
    title: 'Active indexer: killed',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: async (running) => {
      signalAll([pidOf(running, await activeIndexer(running))], 'SIGKILL')
      return null
    },
  },
  {
    name: 'indexer-stop',
    title: 'Active indexer: asked to end',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: async (running) => {
      signalAll([pidOf(running, await activeIndexer(running))], 'SIGTERM')
      return null
    },
  },
  {
    name: 'indexer-freeze',
    title: 'Active indexer: frozen',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: async (running) => frozen([pidOf(running, await activeIndexer(running))], 2 * FROZEN_MS),
  },
  { name: 'api-kill', title: 'One API: killed', limitSeconds: SECONDS, sparesPages: true, inject: kill('api1') },
  { name: 'api-freeze', title: 'One API: frozen', limitSeconds: SECONDS, sparesPages: true, inject: freeze('api2') },
  {
    name: 'api-stop',
    title: 'One API: asked to end',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: async (running) => {
      signalAll([pidOf(running, 'api1')], 'SIGTERM')
      return null
    },
  },
  { name: 'web-kill', title: 'One site: killed', limitSeconds: SECONDS, sparesPages: true, inject: kill('web1') },
  { name: 'web-freeze', title: 'One site: frozen', limitSeconds: SECONDS, sparesPages: true, inject: freeze('web2') },
  {
    name: 'stream-cut',
    title: 'Transaction stream: cut off from the network',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: cut(({ cluster: { ports } }) => [ports.stream]),
  },
  { name: 'media-kill', title: 'Media store: killed', limitSeconds: SECONDS, sparesPages: true, inject: kill('s3') },
  {
    name: 'media-freeze',
    title: 'Media store: frozen',
    limitSeconds: FROZEN_MS / 1_000 + SECONDS,
    sparesPages: true,
    inject: freeze('s3'),
  },
  {
    name: 'etcd-quorum',
    title: 'etcd: two of three members frozen',
    limitSeconds: FAILOVER_SECONDS,
    inject: async (running) => frozen([pidOf(running, 'etcd1'), pidOf(running, 'etcd2')], FROZEN_MS),
  },
]

const POLL_MS = 200
const SWITCHOVER_MS = 30_000

/** Promotes the server with the small disk, so that filling the disk hits the primary. */
export async function prepare({ name }: Fault, running: RunningCluster): Promise<void> {
  if (name !== 'primary-disk' || (await primaryOf(running)) === SMALL_DISK) return
  await switchOver(running, SMALL_DISK)
  for (const until = Date.now() + SWITCHOVER_MS; Date.now() < until; await delay(POLL_MS))
    if ((await primaryOf(running).catch(() => null)) === SMALL_DISK) return
}

/** @param to server to promote; null lets Patroni choose. */
async function switchOver(running: RunningCluster, to: ServerNumber | null): Promise<void> {
  const leader = await primaryOf(running)
  const body = { leader: `pg${leader}`, ...(to !== null && { candidate: `pg${to}` }) }
  const url = `http://${HOST}:${running.cluster.ports[`patroni${leader}`]}/switchover`
  const password = Buffer.from(`patroni:${running.cluster.secrets.patroni}`).toString('base64')
  const headers = { authorization: `Basic ${password}` }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`Patroni would not switch over: ${await response.text()}`)
}

async function primaryOf({ cluster }: RunningCluster): Promise<ServerNumber> {
  const name = leaderOf(await readMembers(cluster))
  const found = SERVERS.find((n) => `pg${n}` === name)
  if (found === undefined) throw new Error('there is no primary')
  return found
}

async function replicaOf(running: RunningCluster): Promise<ServerNumber> {
  const primary = await primaryOf(running)
  return SERVERS.find((n) => n !== primary) ?? primary
}

function redisPrimary({ cluster }: RunningCluster): string {
  return currentPrimary(cluster) === cluster.ports.redis2 ? 'redis2' : 'redis1'
}

/** Returns the indexer that holds the lease. @throws Error when none does. */
async function activeIndexer({ cluster: { ports } }: RunningCluster): Promise<string> {
  for (const n of INSTANCES) {
    const response = await fetch(`http://${HOST}:${ports[`indexer${n}`]}/healthz`)
    const { state } = (await response.json()) as { state?: string }
    if (state !== 'standing-by') return `indexer${n}`
  }
  throw new Error('no indexer holds the lease')
}
