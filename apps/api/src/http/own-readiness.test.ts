import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { isReady } from './own-readiness.ts'

async function serving(host: string, status: () => number | null) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const code = status()
    if (code !== null) response.writeHead(code).end('{}')
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
    expect(await isReady(api.server)).toBe(true)
    code = 503
    expect(await isReady(api.server)).toBe(false)
    expect(api.asked).toEqual(['/readyz', '/readyz'])
  },
)

test('a server that does not listen, or does not answer in time, is not ready', async () => {
  expect(await isReady(createServer())).toBe(false)
  await using frozen = await serving('127.0.0.1', () => null)
  expect(await isReady(frozen.server)).toBe(false)
})
