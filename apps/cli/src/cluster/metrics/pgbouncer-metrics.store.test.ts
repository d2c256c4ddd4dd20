import { connect } from '@opal/store/driver/connection'
import { startPgbouncer } from '@opal/store/testing/servers/start-pgbouncer'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { expect, test } from 'vitest'
import { servePgbouncerMetrics } from './pgbouncer-metrics.ts'

// @feature operate.pooler
test('the clients and servers of every pool are metrics, and so is that pgBouncer is gone', async () => {
  await using database = await createTestDatabase()
  const { pathname, username } = new URL(database.databaseUrl)
  const labels = `{database="${pathname.slice(1)}",user="${username}"}`
  let metricsUrl = ''
  const read = async () => (await fetch(`${metricsUrl}/metrics`)).text()
  await using stack = new AsyncDisposableStack()
  {
    await using pooler = await startPgbouncer(database.databaseUrl)
    const console = Object.assign(new URL(pooler.url), { pathname: '/pgbouncer' })
    const server = await servePgbouncerMetrics({ connectionString: console.href }, { host: '127.0.0.1', port: 0 })
    stack.use(server)
    metricsUrl = server.url
    await using store = connect({
      connectionString: database.databaseUrl,
      pooledUrl: pooler.url,
      applicationName: 'opal-test',
    })
    const busy = await store.db.transaction().execute(() => read())
    expect(busy).toContain('pgbouncer_up 1\n')
    expect(busy).toContain(`pgbouncer_pools_client_active_connections${labels} 1\n`)
    expect(busy).toContain(`pgbouncer_pools_server_active_connections${labels} 1\n`)
    expect(busy).toContain(`pgbouncer_pools_client_waiting_connections${labels} 0\n`)
    const idle = await read()
    expect(idle).toContain(`pgbouncer_pools_server_active_connections${labels} 0\n`)
    expect(idle).toContain(`pgbouncer_pools_server_idle_connections${labels} 1\n`)
  }
  const gone = await read()
  expect(gone).toContain('pgbouncer_up 0\n')
  expect(gone).not.toContain('database=')
})
