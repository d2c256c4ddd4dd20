import { setTimeout as delay } from 'node:timers/promises'
import { quantile } from '@opal/domain/testing/statistics'
import { HttpConnection } from './http-connection.ts'
import type { LoadAnswer, LoadRequest } from './load-messages.ts'

/** Requests paths of a server from a process of its own, with its orders over IPC. */
process.on('message', (request: LoadRequest) => void load(request).then((answer) => process.send?.(answer)))
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function load({ origin, paths, connections, seconds, clients, pauseMs = 0 }: LoadRequest): Promise<LoadAnswer> {
  const open = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(origin)))
  const times: number[] = []
  let [bytes, next, fault] = [0, 0, null as string | null]
  const start = performance.now()
  const end = start + seconds * 1_000
  const ask = async (connection: HttpConnection): Promise<void> => {
    for (let now = performance.now(); now < end; ) {
      const path = paths[next++ % paths.length] ?? '/'
      const client = clients === undefined ? null : clientAddress(clients.network, next % clients.count)
      const answered = await connection.get(path, client)
      const after = performance.now()
      times.push(after - now)
      now = after
      if (pauseMs > 0) {
        await delay(pauseMs)
        now = performance.now()
      }
      bytes += answered.bytes
      if (answered.status !== 200) fault ??= `${path}: ${answered.status}`
    }
  }
  await Promise.all(open.map(ask))
  const taken = (performance.now() - start) / 1_000
  for (const connection of open) connection.close()
  return {
    perSecond: times.length / taken,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    bytes: bytes / times.length,
    fault,
  }
}

/** Each is a client of its own: of IPv6 a network counts as one. */
function clientAddress(network: '198.51.100' | '2001:db8', at: number): string {
  return network === '2001:db8'
    ? `2001:db8:${(at >> 8).toString(16)}:${(at & 255).toString(16)}::1`
    : `${network}.${at + 1}`
}
