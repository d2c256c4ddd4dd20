import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'

/** Address of the metrics endpoint. */
export interface MetricsAddress {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
}

/** A running metrics endpoint. */
export interface MetricsServer extends AsyncDisposable {
  readonly url: string
}

/**
 * Serves `/metrics` on a separate port, so that clients of the program cannot read internals.
 * @throws when the port is taken.
 */
export async function serveMetrics({ host, port }: MetricsAddress, registry: Registry): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
      return
    }
    registry.metrics().then(
      (text) =>
        response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error)),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
