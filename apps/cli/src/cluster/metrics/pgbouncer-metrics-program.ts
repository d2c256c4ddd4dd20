// Metrics of the cluster's pgBouncer as a program under the supervisor: `pgbouncer-metrics-program.ts <port> <port of pgBouncer>`, with
// PGUSER and PGPASSWORD. Debian's exporter reads columns that pgBouncer no longer has.
import { HOST } from '../cluster.ts'
import { servePgbouncerMetrics } from './pgbouncer-metrics.ts'

const [port = '', pgbouncerPort = ''] = process.argv.slice(2)

const console = { host: HOST, port: Number(pgbouncerPort), database: 'pgbouncer' }
const server = await servePgbouncerMetrics(console, { host: HOST, port: Number(port) })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void server[Symbol.asyncDispose]())
