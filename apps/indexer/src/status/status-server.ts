import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listening } from '@opal/runtime/listen-error'
import { isReady } from './indexer-health.ts'
import type { Progress } from './progress.ts'

export interface StatusServer extends AsyncDisposable {
  readonly url: string
}

/**
 * Serves `/healthz` (JSON, 200 while the process lives), `/readyz` (the same, 503 when it cannot do its work) and `/metrics`
 * (Prometheus text).
 * @throws ListenError
 */
export async function startStatusServer(
  address: { readonly host: string; readonly port: number },
  progress: Progress,
): Promise<StatusServer> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/healthz') answerHealth(response, 200, progress)
    else if (path === '/readyz') answerHealth(response, isReady(progress.health()) ? 200 : 503, progress)
    else if (path === '/metrics') answerMetrics(response, progress)
    else answer(response, 404, 'text/plain', 'Not found\n')
  })
  await listening(() => once(server.listen(address.port, address.host), 'listening'), address, 'INDEXER_PORT')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${address.host}:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function answerHealth(response: ServerResponse, status: number, progress: Progress): void {
  answer(response, status, 'application/json', JSON.stringify(progress.health()))
}

function answerMetrics(response: ServerResponse, progress: Progress): void {
  progress.metricsText().then(
    ({ contentType, text }) => answer(response, 200, contentType, text),
    (error: unknown) => answer(response, 500, 'text/plain', String(error)),
  )
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}
