import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pause } from '@opal/domain/backoff'
import { Agent, buildConnector } from 'undici'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMetadataFetcher } from './fetch-metadata.ts'

/** The port of the server that plays all hosts. */
let port = 0
vi.mock(import('@opal/chain/web/host-agent'), () => ({
  createHostAgent(options) {
    const connect = buildConnector({})
    return new Agent({
      ...options,
      connect: (asked, done) => connect({ ...asked, hostname: '127.0.0.1', port: String(port) }, done),
    })
  },
}))

test('redirects of any number of hosts to what hangs at another keep none of that one’s own documents waiting', async () => {
  let hanging = 0
  const server = createServer(({ url, headers }, response) => {
    if (headers.host !== 'popular.example') response.writeHead(302, { location: 'http://popular.example/hangs' }).end()
    else if (url === '/hangs') hanging += 1
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  const ending = new AbortController()
  const fetcher = createMetadataFetcher({ gateways: [], arweaveGateways: [], allowedHosts: [] }, ending.signal)
  onTestFinished(async () => {
    ending.abort()
    await fetcher[Symbol.asyncDispose]()
    server.closeAllConnections()
    server.close()
  })
  // Each has the slots of a source of its own.
  for (let at = 0; at < 12; at += 1) void fetcher.fetch({ uri: `http://host${at}.example/${at}`, attempts: 0 })
  await expect.poll(() => hanging).toBeGreaterThanOrEqual(8)
  const own = fetcher.fetch({ uri: 'http://popular.example/7.json', attempts: 0 })
  // What hangs is given up only after fifteen seconds.
  const isLate = pause(5_000, ending.signal).then(() => 'late')
  expect(await Promise.race([own, isLate])).toMatchObject({ status: 'ready' })
})
