import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { shiftPorts } from '../supervisor/ports.ts'

/**
 * Standard ports of a cluster, all on 127.0.0.1. They are below the range that systems use for outgoing
 * connections. A number at the end of a name counts servers of one kind.
 */
export const CLUSTER_PORTS = {
  web: 13_000,
  api: 13_001,
  chainGraphql: 13_090,
  web1: 13_011,
  web2: 13_012,
  webMetrics1: 13_016,
  webMetrics2: 13_017,
  api1: 13_021,
  api2: 13_022,
  apiMetrics1: 13_026,
  apiMetrics2: 13_027,
  chainGraphql1: 13_031,
  chainGraphql2: 13_032,
  indexer1: 13_061,
  indexer2: 13_062,
  node: 18_080,
  faucet: 18_081,
  art: 18_082,
  readiness: 18_070,
  stream: 15_051,
  etcd1: 12_371,
  etcd2: 12_372,
  etcd3: 12_373,
  etcdPeer1: 12_381,
  etcdPeer2: 12_382,
  etcdPeer3: 12_383,
  pg1: 15_431,
  pg2: 15_432,
  pg3: 15_433,
  patroni1: 18_001,
  patroni2: 18_002,
  patroni3: 18_003,
  primary: 15_000,
  replicas: 15_001,
  pgbouncer: 16_432,
  redis1: 16_371,
  redis2: 16_372,
  sentinel1: 17_371,
  sentinel2: 17_372,
  sentinel3: 17_373,
  s3: 19_000,
  haproxyStats: 18_404,
  prometheus: 19_090,
  pgExporter1: 19_181,
  pgExporter2: 19_182,
  pgExporter3: 19_183,
  redisExporter1: 19_184,
  redisExporter2: 19_185,
  pgbouncerExporter: 19_186,
  backupExporter: 19_187,
} as const

export type ClusterPortName = keyof typeof CLUSTER_PORTS
export type ClusterPorts = Readonly<Record<ClusterPortName, number>>

/** Neither privileged nor used for outgoing connections. */
const RANGE = { lowest: 1_024, highest: 32_767 }

/** Returns the ports of a cluster, each shifted by `offset`. @throws Problem when a port leaves the range. */
export function clusterPorts(offset: number): ClusterPorts {
  return shiftPorts(CLUSTER_PORTS, offset, RANGE, null)
}

/** Returns the offset that an existing cluster was made with; null for a new one. */
export function madeWithOffset({ engines }: { readonly engines: string }): number | null {
  // The file is generated once. Redis rewrites it, but keeps its port.
  const file = join(engines, 'redis1', 'redis.conf')
  const [, port] = (existsSync(file) && /^port (\d+)$/m.exec(readFileSync(file, 'utf8'))) || []
  return port === undefined ? null : Number(port) - CLUSTER_PORTS.redis1
}

/**
 * Holds an existing cluster to its ports: members of etcd, and Redis with its sentinels, have written down at which ones they find each other. At
 * others they would wait for ever.
 * @throws Problem for another offset than that of its first start.
 */
export function refuseOtherPorts(cluster: { readonly engines: string }, offset: number): void {
  const made = madeWithOffset(cluster)
  if (made === null || made === offset) return
  throw new Problem(
    `This cluster was made with --port-offset ${made}, and its parts know each other by these ports: start it with the same, or make another one elsewhere with --data-dir.`,
  )
}
