import { createServer } from 'node:net'
import { PostgresStartError } from './postgres-start-error.ts'

/**
 * Makes sure that `port` can be had on the loopback interface; 0 picks a free one.
 * @throws PostgresStartError `port-taken`
 */
export function freePort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (cause) => {
      const sentence = `Port ${port} for PostgreSQL is taken or not allowed: choose another with --postgres-port.`
      reject(new PostgresStartError('port-taken', sentence, { cause }))
    })
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = probe.address()
      const chosen = typeof address === 'object' && address ? address.port : port
      probe.close(() => resolve(chosen))
    })
  })
}
