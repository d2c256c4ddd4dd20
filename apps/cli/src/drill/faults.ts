import { setTimeout as delay } from 'node:timers/promises'
import { HOST } from '../cluster/cluster.ts'
import { leaderOf, readMembers } from '../cluster/database/patroni.ts'
import { engineFolder } from '../cluster/engine.ts'
import { SERVERS, type ServerNumber } from '../cluster/engines/postgres.ts'
import { currentPrimary } from '../cluster/engines/redis.ts'
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

/** Target of a fault: a program or engine by its name, or the processes that are chosen when it begins. */
type Victims = string | ((running: RunningCluster) => Promise<readonly number[]>)

const pidsOf = async (victims: Victims, running: RunningCluster) =>
  typeof victims === 'string' ? [pidOf(running, victims)] : await victims(running)

const primary: Victims = async (running) => processesOf(running, `pg${await primaryOf(running)}`)
const replica: Victims = async (running) => processesOf(running, `pg${await replicaOf(running)}`)

const signal =
  (name: NodeJS.Signals) =>
  (victims: Victims): Fault['inject'] =>
  async (running) => {
    signalAll(await pidsOf(victims, running), name)
    return null
  }
const kill = signal('SIGKILL')
const stop = signal('SIGTERM')

const freeze =
  (victims: Victims, afterMs = FROZEN_MS): Fault['inject'] =>
  async (running) => {
    const pids = await pidsOf(victims, running)
    signalAll(pids, 'SIGSTOP')
    return { afterMs, undo: () => signalAll(pids, 'SIGCONT') }
  }

const cut =
  (portsOf: (running: RunningCluster) => readonly number[] | Promise<readonly number[]>): Fault['inject'] =>
  async (running) => ({ afterMs: AWAY_MS, undo: cutOff(await portsOf(running)) })

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
    inject: kill(primary),
  },
  {
    name: 'primary-freeze',
    title: 'PostgreSQL primary: frozen, with its Patroni',
    limitSeconds: FAILOVER_SECONDS,
    inject: freeze(primary),
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
    inject: kill(replica),
  },
  {
    name: 'replica-freeze',
    title: 'PostgreSQL replica: frozen, with its Patroni',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: freeze(replica),
  },
  {
    name: 'replica-cut',
    title: 'PostgreSQL replica: cut off from its clients',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: cut(async (running) => {
      const n = await replicaOf(running)
      return [running.cluster.ports[`pg${n}`], running.cluster.ports[`patroni${n}`]]
    }),
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
    inject: kill(redisPrimary),
  },
  {
    name: 'redis-freeze',
    title: 'Redis primary: frozen',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: freeze(redisPrimary),
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
    inject: kill(activeIndexer),
  },
  {
    name: 'indexer-stop',
    title: 'Active indexer: asked to end',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: stop(activeIndexer),
  },
  {
    name: 'indexer-freeze',
    title: 'Active indexer: frozen',
    limitSeconds: SECONDS,
    sparesPages: true,
    inject: freeze(activeIndexer, 2 * FROZEN_MS),
  },
  { name: 'api-kill', title: 'One API: killed', limitSeconds: SECONDS, sparesPages: true, inject: kill('api1') },
  { name: 'api-freeze', title: 'One API: frozen', limitSeconds: SECONDS, sparesPages: true, inject: freeze('api2') },
  { name: 'api-stop', title: 'One API: asked to end', limitSeconds: SECONDS, sparesPages: true, inject: stop('api1') },
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
    inject: freeze(async (running) => [pidOf(running, 'etcd1'), pidOf(running, 'etcd2')]),
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

async function redisPrimary(running: RunningCluster): Promise<readonly number[]> {
  const { ports } = running.cluster
  return [pidOf(running, currentPrimary(running.cluster) === ports.redis2 ? 'redis2' : 'redis1')]
}

/** Returns the process of the indexer that holds the lease. @throws Error when none does. */
async function activeIndexer(running: RunningCluster): Promise<readonly number[]> {
  for (const n of INSTANCES) {
    const response = await fetch(`http://${HOST}:${running.cluster.ports[`indexer${n}`]}/healthz`)
    const { state } = (await response.json()) as { state?: string }
    if (state !== 'standing-by') return [pidOf(running, `indexer${n}`)]
  }
  throw new Error('no indexer holds the lease')
}
