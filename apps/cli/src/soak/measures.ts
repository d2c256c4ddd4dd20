import * as z from 'zod'
import { HOST } from '../cluster/cluster.ts'
import type { ClusterPortName, ClusterPorts } from '../cluster/ports.ts'

/** Something that Prometheus knows of the programs of a cluster. */
interface Measure {
  /** With its unit. */
  readonly title: string
  /** Largest value that is right; null where any is. */
  readonly limit: number | null
  /** Queries over one minute, by the name of what they return; `''` for those that return a value for each program. */
  readonly queries: Readonly<Record<string, string>>
}

const OURS = 'job=~"api|web|indexer"'
const FOLLOWING = 'on (instance) (opal_indexer_state{state="following"} == 1)'

/**
 * Measurements that a soak reads every minute. Each value is the largest of its minute; that of memory is the mean, because
 * collected garbage makes it jump.
 */
export const MEASURES = {
  memory: {
    title: 'Memory, MiB',
    limit: null,
    queries: { '': `avg_over_time(process_resident_memory_bytes{${OURS}}[1m]) / 1048576` },
  },
  /** The least of five minutes, in which V8 collects all of it at least once: what grows here is not released. */
  heap: {
    title: 'Heap after collections, MiB',
    limit: null,
    queries: {
      '': `min_over_time(sum by (instance) (nodejs_heap_space_size_used_bytes{${OURS}, space=~"old|large_object"})[5m:5s]) / 1048576`,
    },
  },
  engineMemory: {
    title: 'Memory of engines, MiB',
    limit: null,
    queries: {
      '': 'avg_over_time(process_resident_memory_bytes{job=~"etcd|prometheus"}[1m]) / 1048576 or avg_over_time(redis_memory_used_rss_bytes[1m]) / 1048576',
    },
  },
  handles: {
    title: 'Open files and sockets',
    limit: null,
    queries: { '': `max_over_time(process_open_fds{${OURS}}[1m])` },
  },
  connections: {
    title: 'Connections',
    limit: null,
    queries: {
      '': 'max_over_time(sum by (instance) (pg_stat_activity_count)[1m:5s]) or max_over_time(redis_connected_clients[1m]) or max_over_time(haproxy_process_current_connections[1m])',
    },
  },
  lag: {
    title: 'Lag, seconds',
    limit: 5,
    queries: {
      index: `max_over_time(min(opal_indexer_lag_seconds and ${FOLLOWING})[1m:5s])`,
      replicas: 'max(max_over_time(opal_api_replica_lag_seconds[1m]))',
    },
  },
  queues: {
    title: 'Waiting',
    limit: null,
    queries: {
      'transactions to be written': 'max(max_over_time(opal_indexer_queue_transactions[1m]))',
      'statements for a connection': 'max_over_time(sum(opal_api_pool_connections{state="waiting"})[1m:5s])',
      'clients of pgBouncer': 'max_over_time(sum(pgbouncer_pools_client_waiting_connections)[1m:5s])',
      'documents and images': 'sum(max_over_time(opal_indexer_media{what=~"pending.*"}[1m]))',
    },
  },
  eventLoop: {
    title: 'Event loop held, ms (p99)',
    limit: null,
    queries: { '': `max_over_time(nodejs_eventloop_lag_p99_seconds{${OURS}}[1m]) * 1000` },
  },
  sockets: { title: 'Sockets', limit: null, queries: { open: 'max_over_time(sum(opal_api_sockets)[1m:5s])' } },
  events: {
    title: 'Market events per second',
    limit: null,
    queries: { indexed: 'sum(rate(opal_indexer_market_events_total[1m]))' },
  },
} as const satisfies Readonly<Record<string, Measure>>

export type MeasureName = keyof typeof MEASURES
/** Values by program, or by the name of a query. */
export type Values = Readonly<Record<string, number>>
export type Measured = Readonly<Record<MeasureName, Values>>

const TIMEOUT_MS = 10_000

const Answer = z.object({
  status: z.literal('success'),
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
  }),
})

/**
 * Reads what the cluster's Prometheus knows of the minute before a time.
 * @param atSeconds since 1970
 * @throws Error when Prometheus does not answer, or refuses a query.
 */
export async function readMeasures(ports: ClusterPorts, atSeconds: number): Promise<Measured> {
  const names = instanceNames(ports)
  const read = async (name: string, query: string): Promise<Values> => {
    const url = `http://${HOST}:${ports.prometheus}/api/v1/query?${new URLSearchParams({ query, time: String(atSeconds) })}`
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return valuesOf(await response.json(), (instance) => (name === '' ? (names.get(instance) ?? instance) : name))
  }
  const measures = Object.entries(MEASURES).map(async ([measure, { queries }]) => {
    const values = await Promise.all(Object.entries(queries).map(([name, query]) => read(name, query)))
    return [measure, Object.assign({}, ...values)] as const
  })
  return Object.fromEntries(await Promise.all(measures)) as Measured
}

/** Returns the values of an answer of Prometheus by name; what it does not know is missing. @throws ZodError when it refused. */
export function valuesOf(answer: unknown, nameOf: (instance: string) => string): Values {
  const { result } = Answer.parse(answer).data
  const pairs = result.map(({ metric, value: [, text] }) => [nameOf(metric.instance ?? ''), Number(text)] as const)
  return Object.fromEntries(pairs.filter(([, value]) => Number.isFinite(value)))
}

const NAMES: readonly (readonly [ClusterPortName, string])[] = [
  ...([1, 2] as const).flatMap(
    (n) =>
      [
        [`apiMetrics${n}`, `API ${n}`],
        [`webMetrics${n}`, `site ${n}`],
        [`indexer${n}`, `indexer ${n}`],
        [`redisExporter${n}`, `Redis ${n}`],
      ] as const,
  ),
  ...([1, 2, 3] as const).flatMap(
    (n) =>
      [
        [`pgExporter${n}`, `PostgreSQL ${n}`],
        [`etcd${n}`, `etcd ${n}`],
      ] as const,
  ),
  ['haproxyStats', 'HAProxy'],
  ['prometheus', 'Prometheus'],
]

/** Returns the programs by the address at which Prometheus scrapes them. */
function instanceNames(ports: ClusterPorts): ReadonlyMap<string, string> {
  return new Map(NAMES.map(([port, name]) => [`${HOST}:${ports[port]}`, name]))
}
