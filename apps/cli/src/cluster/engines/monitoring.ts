import { answers } from '../../start/answers.ts'
import { type Cluster, HOST } from '../cluster.ts'
import type { Engine } from '../engine.ts'
import type { ClusterPortName } from '../ports.ts'
import { renderTemplate } from '../template.ts'

/** Returns Prometheus, which scrapes every engine and every program. */
export function prometheus(cluster: Cluster): Engine {
  const port = cluster.ports.prometheus
  return {
    name: 'prometheus',
    title: 'Prometheus',
    account: 'prometheus',
    command: '/usr/bin/prometheus',
    args: [
      '--config.file=prometheus.yml',
      '--storage.tsdb.path=data',
      '--storage.tsdb.retention.time=7d',
      `--web.listen-address=${HOST}:${port}`,
      // By default pages of any site may read it.
      `--web.cors.origin=http://${HOST}:${port}`,
    ],
    files: {
      'prometheus.yml': { text: prometheusConfig(cluster) },
      'alerts.yml': { text: renderTemplate('prometheus/alerts.yml', {}) },
    },
    folders: ['data'],
    isReady: () => answers(`http://${HOST}:${port}/-/ready`),
  }
}

function prometheusConfig({ ports }: Cluster): string {
  const targets = (...names: ClusterPortName[]) => `[${names.map((name) => `'${HOST}:${ports[name]}'`).join(', ')}]`
  return renderTemplate('prometheus/prometheus.yml', {
    SCRAPE_INTERVAL: '5s',
    ALERTMANAGER_TARGETS: '[]',
    API_TARGETS: targets('apiMetrics1', 'apiMetrics2'),
    WEB_TARGETS: targets('webMetrics1', 'webMetrics2'),
    INDEXER_TARGETS: targets('indexer1', 'indexer2'),
    PATRONI_TARGETS: targets('patroni1', 'patroni2', 'patroni3'),
    POSTGRES_TARGETS: targets('pgExporter1', 'pgExporter2', 'pgExporter3'),
    ETCD_TARGETS: targets('etcd1', 'etcd2', 'etcd3'),
    HAPROXY_TARGETS: targets('haproxyStats'),
    PGBOUNCER_TARGETS: targets('pgbouncerExporter'),
    PGBACKREST_TARGETS: targets('backupExporter'),
    REDIS_TARGETS: targets('redisExporter1', 'redisExporter2'),
    PROMETHEUS_TARGETS: targets('prometheus'),
  })
}

/** Returns the exporters of the engines that serve no metrics themselves. */
export function exporters(cluster: Cluster): readonly Engine[] {
  const { ports, secrets } = cluster
  const exporter = (name: ClusterPortName, title: string, part: Pick<Engine, 'command' | 'args' | 'env'>): Engine => ({
    name,
    title,
    account: 'prometheus',
    files: {},
    ...part,
    isReady: () => answers(`http://${HOST}:${ports[name]}/metrics`),
  })
  const database = (port: number, name: string, user: string, password: string) =>
    `postgresql://${user}:${password}@${HOST}:${port}/${name}?sslmode=disable`
  return [
    ...([1, 2, 3] as const).map((n) =>
      exporter(`pgExporter${n}`, `Exporter of PostgreSQL ${n}`, {
        command: '/usr/bin/prometheus-postgres-exporter',
        args: [`--web.listen-address=${HOST}:${ports[`pgExporter${n}`]}`],
        env: { DATA_SOURCE_NAME: database(ports[`pg${n}`], 'opal', 'opal_monitor', secrets.monitor) },
      }),
    ),
    ...([1, 2] as const).map((n) =>
      exporter(`redisExporter${n}`, `Exporter of Redis ${n}`, {
        command: '/usr/bin/prometheus-redis-exporter',
        args: [
          `-web.listen-address=${HOST}:${ports[`redisExporter${n}`]}`,
          `-redis.addr=${HOST}:${ports[`redis${n}`]}`,
        ],
        env: { REDIS_PASSWORD: secrets.redis },
      }),
    ),
  ]
}
