import { accepts, answers } from '../../start/answers.ts'
import { type Cluster, HOST } from '../cluster.ts'
import { type Engine, engineFolder } from '../engine.ts'
import { renderTemplate } from '../template.ts'

/** Returns HAProxy, in front of PostgreSQL, the APIs and the sites. */
export function haproxy(cluster: Cluster): Engine {
  const { ports } = cluster
  const text = renderTemplate('haproxy/haproxy.cfg', {
    HOST,
    RUN_DIR: engineFolder(cluster, 'haproxy'),
    STATS_PORT: ports.haproxyStats,
    PRIMARY_PORT: ports.primary,
    REPLICAS_PORT: ports.replicas,
    PG1: `${HOST}:${ports.pg1}`,
    PG2: `${HOST}:${ports.pg2}`,
    PG3: `${HOST}:${ports.pg3}`,
    PG1_REST_PORT: ports.patroni1,
    PG2_REST_PORT: ports.patroni2,
    PG3_REST_PORT: ports.patroni3,
    WEB_ORIGIN: `http://${HOST}:${ports.web}`,
    WEB_PORT: ports.web,
    API_PORT: ports.api,
    CHAIN_GRAPHQL_PORT: ports.chainGraphql,
    WEB1: `${HOST}:${ports.web1}`,
    WEB2: `${HOST}:${ports.web2}`,
    API1: `${HOST}:${ports.api1}`,
    API2: `${HOST}:${ports.api2}`,
    API1_PORT: ports.api1,
    API2_PORT: ports.api2,
    GRAPHQL1: `${HOST}:${ports.chainGraphql1}`,
    GRAPHQL2: `${HOST}:${ports.chainGraphql2}`,
  })
  return {
    name: 'haproxy',
    title: 'HAProxy',
    account: 'haproxy',
    command: '/usr/sbin/haproxy',
    args: ['-db', '-f', 'haproxy.cfg'],
    files: { 'haproxy.cfg': { text } },
    isReady: () => answers(`http://${HOST}:${ports.haproxyStats}/metrics`),
  }
}

/** Returns pgBouncer in transaction mode: a client holds a connection to PostgreSQL for one transaction. */
export function pgbouncer(cluster: Cluster): Engine {
  const { ports, secrets } = cluster
  const text = renderTemplate('pgbouncer/pgbouncer.ini', {
    HOST,
    PORT: ports.pgbouncer,
    PG_HOST: HOST,
    PRIMARY_PORT: ports.primary,
    REPLICAS_PORT: ports.replicas,
    RUN_DIR: engineFolder(cluster, 'pgbouncer'),
  })
  return {
    name: 'pgbouncer',
    title: 'pgBouncer',
    account: 'postgres',
    command: '/usr/sbin/pgbouncer',
    args: ['pgbouncer.ini'],
    files: {
      'pgbouncer.ini': { text },
      'userlist.txt': { text: renderTemplate('pgbouncer/userlist.txt', { PGBOUNCER_PASSWORD: secrets.pgbouncer }) },
    },
    isReady: () => accepts(ports.pgbouncer),
  }
}
