import { type MetricsAddress, type MetricsServer, serveMetrics } from '@opal/runtime/metrics-server'
import { type PoolerConsole, type PoolerPool, readPoolerPools } from '@opal/store/driver/pooler-console'
import { Gauge, Registry } from 'prom-client'

/** Columns of `SHOW POOLS` by metric, each with its meaning. The names are those of the exporter of the Prometheus community. */
const POOLS = {
  client_active_connections: ['cl_active', 'Clients that have a server, or wait for none.'],
  client_waiting_connections: ['cl_waiting', 'Clients that wait for a server.'],
  client_maxwait_seconds: ['maxwait', 'How long the first of them has waited.'],
  server_active_connections: ['sv_active', 'Connections to PostgreSQL that a client has.'],
  server_idle_connections: ['sv_idle', 'Connections to PostgreSQL that no client has.'],
} as const

/**
 * Serves the pools of a pgBouncer to Prometheus, read from its console at each scrape. While it does not answer, `pgbouncer_up` is 0.
 */
export async function servePgbouncerMetrics(console: PoolerConsole, address: MetricsAddress): Promise<MetricsServer> {
  const registry = new Registry()
  const registers = [registry]
  let reading: Promise<readonly PoolerPool[] | null> | null = null
  /** All metrics of a scrape are of one reading. */
  const read = () => {
    reading ??= readPoolerPools(console)
      .catch(() => null)
      .finally(() => {
        reading = null
      })
    return reading
  }
  for (const [name, [column, help]] of Object.entries(POOLS)) {
    new Gauge({
      name: `pgbouncer_pools_${name}`,
      help,
      labelNames: ['database', 'user'],
      registers,
      async collect() {
        const pools = await read()
        this.reset()
        for (const { database = '', user = '', ...pool } of pools ?? [])
          this.set({ database, user }, Number(pool[column]))
      },
    })
  }
  new Gauge({
    name: 'pgbouncer_up',
    help: '1 if pgBouncer answered.',
    registers,
    async collect() {
      this.set((await read()) === null ? 0 : 1)
    },
  })
  return await serveMetrics(address, registry)
}
