import { setTimeout as delay } from 'node:timers/promises'
import { HOST } from '../cluster/cluster.ts'
import { isWhole, readMembers } from '../cluster/database/patroni.ts'
import { hasReplica } from '../cluster/engines/redis.ts'
import type { ClusterPortName } from '../cluster/ports.ts'
import type { RunningCluster } from '../cluster/run-cluster.ts'
import { Problem } from '../problem.ts'
import { answers } from '../start/answers.ts'
import type { Followers } from './sockets.ts'

const POLL_MS = 250
const TIMEOUT_MS = 180_000

const READY: readonly (readonly [ClusterPortName, string])[] = [
  ['api1', '/readyz'],
  ['api2', '/readyz'],
  ['web1', '/healthz'],
  ['web2', '/healthz'],
  ['indexer1', '/readyz'],
  ['indexer2', '/readyz'],
  ['etcd1', '/health'],
  ['etcd2', '/health'],
  ['etcd3', '/health'],
  ['s3', '/health'],
]

/**
 * Waits until every part of the cluster is healthy, so that each fault hits a complete cluster.
 * @throws Problem that names the unhealthy part.
 */
export async function untilSettled({ cluster }: RunningCluster, followers: Followers | null): Promise<void> {
  let wrong: readonly string[] = []
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await delay(POLL_MS)) {
    const looks = [
      readMembers(cluster).then((members) => (isWhole(members) ? null : 'PostgreSQL')),
      followers?.all.every(({ state }) => state === 'live') === false ? 'live updates' : null,
      ...READY.map(async ([name, path]) =>
        (await answers(`http://${HOST}:${cluster.ports[name]}${path}`)) ? null : name,
      ),
    ]
    wrong = (await Promise.all(looks)).filter((name) => name !== null)
    // Last, because it blocks this process and the load for a moment.
    if (wrong.length === 0 && !hasReplica(cluster)) wrong = ['Redis']
    if (wrong.length === 0) return
  }
  throw new Problem(
    `The cluster is not healthy after ${TIMEOUT_MS / 1_000} s: ${wrong.join(', ')}. See ${cluster.directory.logs}.`,
  )
}
