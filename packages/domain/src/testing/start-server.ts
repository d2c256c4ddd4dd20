import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of a test. */
export interface TestServer extends AsyncDisposable {
  readonly port: number
  /** `http://127.0.0.1:port`. */
  readonly url: string
}

/** Starts a server on a free port of this machine. Disposing closes its connections, whatever they wait for. */
export async function startServer(answer: RequestListener): Promise<TestServer> {
  const server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
