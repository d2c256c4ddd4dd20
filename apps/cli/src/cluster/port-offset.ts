import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import type { Cluster } from './cluster.ts'
import { engineFolder } from './engine.ts'
import { CLUSTER_PORTS } from './ports.ts'

/**
 * Holds a kept cluster to its ports: members of etcd, and Redis with its sentinels, have written down at which ones they find each other. At
 * others they would wait for ever.
 * @throws Problem for another offset than that of its first start.
 */
export function refuseOtherPorts(cluster: Pick<Cluster, 'engines'>, offset: number): void {
  // Written once; Redis rewrites it, and stays where it is.
  const file = join(engineFolder(cluster, 'redis1'), 'redis.conf')
  const [, port] = (existsSync(file) && /^port (\d+)$/m.exec(readFileSync(file, 'utf8'))) || []
  if (port === undefined || Number(port) === CLUSTER_PORTS.redis1 + offset) return
  throw new Problem(
    `This cluster was made with --port-offset ${Number(port) - CLUSTER_PORTS.redis1}, and its parts know each other by these ports: start it with the same, or make another one elsewhere with --data-dir.`,
  )
}
