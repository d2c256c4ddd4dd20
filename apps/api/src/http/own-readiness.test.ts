import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { NOT_READY, readOwnReadiness } from './own-readiness.ts'

/** As the API answers. */
const body = (version: string | null) =>
  JSON.stringify({
    status: 'ready',
    problem: null,
    store: { reachable: true },
    redis: null,
    sockets: null,
    node: { reachable: version !== null, version },
    index: { version: null, lagSeconds: null, lagVersions: null },
    marketplaces: [],
  })

async function serving(host: string, status: () => number | null, text = () => body('7')) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const code = status()
    if (code !== null) response.writeHead(code).end(text())
  })
  await once(server.listen(0, host), 'listening')
  return {
    server,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test.each(['127.0.0.1', '0.0.0.0', '::', '::1'])(
  'asks a server that listens at %s what balancers ask it',
  async (host) => {
    let code = 200
    await using api = await serving(host, () => code)
    expect(await readOwnReadiness(api.server)).toEqual({ isReady: true, nodeVersion: 7 })
    code = 503
    expect(await readOwnReadiness(api.server)).toEqual({ isReady: false, nodeVersion: 7 })
    expect(api.asked).toEqual(['/readyz', '/readyz'])
  },
)

test('a server that does not listen, or does not answer in time, is not ready', async () => {
  expect(await readOwnReadiness(createServer())).toEqual(NOT_READY)
  await using frozen = await serving('127.0.0.1', () => null)
  expect(await readOwnReadiness(frozen.server)).toEqual(NOT_READY)
})

test('a node that does not answer has no version', async () => {
  await using api = await serving(
    '127.0.0.1',
    () => 200,
    () => body(null),
  )
  expect(await readOwnReadiness(api.server)).toEqual({ isReady: true, nodeVersion: null })
})
