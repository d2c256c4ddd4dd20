import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { PostgresStartError } from './postgres-start-error.ts'

/**
 * Below the range from which systems take the ports of outgoing connections (Linux from 32768, macOS and Windows from
 * 49152): between the choice of such a port and the moment a program listens on it, no connection can take it.
 */
const QUIET_PORTS = [15_000, 32_000] as const
const TRIES = 20

/**
 * Checks that `port` is free on the loopback interface; 0 picks a free one.
 * @throws PostgresStartError `port-taken`
 */
export async function freePort(port: number): Promise<number> {
  if (port !== 0) return probe(port)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = await probe(randomInt(...QUIET_PORTS)).catch(() => null)
    if (found !== null) return found
  }
  return probe(0)
}

function probe(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (cause) => {
      const sentence = `Port ${port} for PostgreSQL is taken or not allowed: choose another with --postgres-port.`
      reject(new PostgresStartError('port-taken', sentence, { cause }))
    })
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = server.address()
      const chosen = typeof address === 'object' && address ? address.port : port
      server.close(() => resolve(chosen))
    })
  })
}
