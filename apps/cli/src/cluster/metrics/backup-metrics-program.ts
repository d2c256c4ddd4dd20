// The age of the newest physical backup as a program: `backup-metrics-program.ts <host> <port> <pgbackrest.conf>`, started as root or by the
// account of PostgreSQL.
import { errorMessage } from '@opal/domain/errors'
import { listBackups } from '../database/database.ts'
import { serveBackupMetrics } from './backup-metrics.ts'

const [host = '', port = '', config = ''] = process.argv.slice(2)

const readBackups = async () => {
  try {
    return await listBackups(config)
  } catch (error) {
    process.stderr.write(`${errorMessage(error)}\n`)
    throw error
  }
}
const server = await serveBackupMetrics(readBackups, { host, port: Number(port) })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void server[Symbol.asyncDispose]())
