import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isReady } from './indexer-health.ts'
import type { Progress } from './progress.ts'

export interface StatusServer extends AsyncDisposable {
  readonly url: string
}

/**
 * Serves `/healthz` (JSON, 200 while the process lives), `/readyz` (the same, 503 when it cannot do its work) and `/metrics`
 * (Prometheus text).
 * @throws when the port is taken.
 */
export async function startStatusServer(
  { host, port }: { readonly host: string; readonly port: number },
  progress: Progress,
): Promise<StatusServer> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/healthz') answerHealth(response, 200, progress)
    else if (path === '/readyz') answerHealth(response, isReady(progress.health()) ? 200 : 503, progress)
    else if (path === '/metrics') answerMetrics(response, progress)
    else answer(response, 404, 'text/plain', 'Not found\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: chosen } = server.address() as AddressInfo
  return {
    url: `http://${host}:${chosen}`,
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
