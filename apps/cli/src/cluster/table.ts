import { PROGRAM_NAMES } from '../start/start-options.ts'
import { compactTable, welcome } from '../start/welcome.ts'
import { type Cluster, HOST } from './cluster.ts'
import type { RunningCluster } from './run-cluster.ts'

/** Rows in addition to those of `npm start`: name and address. */
function engineRows({ ports }: Cluster): readonly (readonly [string, string])[] {
  const list = (...each: number[]) => each.map((port) => `${HOST}:${port}`).join(', ')
  return [
    ['HAProxy', `http://${HOST}:${ports.haproxyStats}`],
    ['Prometheus', `http://${HOST}:${ports.prometheus}`],
    ['APIs', list(ports.api1, ports.api2)],
    ['Sites', list(ports.web1, ports.web2)],
    ['Indexers', list(ports.indexer1, ports.indexer2)],
    ['PostgreSQL, primary', list(ports.primary)],
    ['PostgreSQL, replicas', list(ports.replicas)],
    ['PostgreSQL through pgBouncer', list(ports.pgbouncer)],
    ['PostgreSQL, each', list(ports.pg1, ports.pg2, ports.pg3)],
    ['Patroni', list(ports.patroni1, ports.patroni2, ports.patroni3)],
    ['etcd', list(ports.etcd1, ports.etcd2, ports.etcd3)],
    ['Redis', list(ports.redis1, ports.redis2)],
    ['Sentinel', list(ports.sentinel1, ports.sentinel2, ports.sentinel3)],
    ['Object store (S3)', `http://${HOST}:${ports.s3}`],
  ]
}

/** Returns the tables that `npm run cluster` ends with. */
export function clusterTable({ cluster, network }: Pick<RunningCluster, 'cluster' | 'network'>): string {
  const table = compactTable([])
  table.push(...engineRows(cluster).map((row) => [...row]))
  const { path, logs } = cluster.directory
  table.push(['Logs', logs], ['Passwords', `${path}/secrets.json`])
  return `${welcome(network, PROGRAM_NAMES)}\n\nBehind them:\n${table.toString()}`
}
