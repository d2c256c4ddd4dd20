import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createCachedResponseLimit } from '../http/limits/cached-response-limit.ts'
import { clientIdentity } from '../http/limits/client-address.ts'
import { ResponseCache, serveFromCache } from './response-cache.ts'

const STRANGER = '203.0.113.9'

function cachedServer(callsPerMinute = 3_000) {
  const responses = new ResponseCache(60_000)
  const server = Fastify()
  let answered = 0
  serveFromCache(server, responses, {
    countUnread: () => undefined,
    corsOf: (origin) => (origin === undefined ? [] : ['access-control-allow-origin', origin]),
    limit: createCachedResponseLimit(clientIdentity({ trustedProxies: [], exemptsOwnMachine: true }), callsPerMinute),
  })
  const answer = () => {
    answered += 1
    return { times: answered }
  }
  server.get('/hot', { config: { isShared: true } }, answer)
  server.get('/marked', { config: { isShared: true, personalByQuery: 'walletAddress' } }, answer)
  server.get('/failing', { config: { isShared: true } }, (_request, reply) => reply.code(404).send(answer()))
  server.get('/own', answer)
  server.post('/ask', (_request, reply) => reply.code(200).send({}))
  server.options('/ask', (_request, reply) => reply.code(204).send())
  server.post('/verify', { config: { clearsCache: true } }, (_request, reply) => reply.code(204).send())
  server.post('/refuse', { config: { clearsCache: true } }, (_request, reply) => reply.code(403).send())
  const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    server.inject({ method: 'GET', url, headers, remoteAddress })
  return { server, responses, ask }
}

test('a hot answer is given again to everyone, each with the headers that are theirs', async () => {
  const { ask } = cachedServer()
  expect((await ask('/hot')).json()).toEqual({ times: 1 })
  const again = await ask('/hot', { origin: 'https://opal.example' })
  expect(again.json()).toEqual({ times: 1 })
  expect(again.headers).toMatchObject({
    'access-control-allow-origin': 'https://opal.example',
    vary: 'origin, accept-encoding',
  })
  const same = await ask('/hot', { 'if-none-match': String(again.headers.etag) })
  expect([same.statusCode, same.body]).toEqual([304, ''])
})

test('a hot answer has one tag, which is weak, however it is compressed, and is not sent again to a client that names it', async () => {
  const { server, ask } = cachedServer()
  server.get('/long', { config: { isShared: true } }, () => ({ text: 'x'.repeat(5_000) }))
  await ask('/long')
  const answers = await Promise.all(
    ['identity', 'gzip', 'br'].map((coding) => ask('/long', { 'accept-encoding': coding })),
  )
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br'])
  const tags = new Set(answers.map(({ headers }) => String(headers.etag)))
  expect([...tags]).toEqual([expect.stringMatching(/^W\/"[\w-]+"$/)])
  for (const coding of ['identity', 'gzip', 'br']) {
    const again = await ask('/long', { 'accept-encoding': coding, 'if-none-match': `"other", ${[...tags][0]}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', [...tags][0]])
  }
})

test('private, failed, uncached and changed answers are requested each time', async () => {
  const { responses, ask } = cachedServer()
  for (const path of ['/own', '/failing', '/marked?walletAddress=0x1']) {
    const [first, second] = [await ask(path), await ask(path)]
    expect(second.json().times).toBe(first.json().times + 1)
  }
  expect((await ask('/marked')).json()).toEqual((await ask('/marked')).json())
  const before = (await ask('/hot')).json().times
  responses.clear()
  expect((await ask('/hot')).json().times).toBe(before + 1)
})

test('only a call that changes what hot answers show drops them', async () => {
  const { server, ask } = cachedServer()
  const { times } = (await ask('/hot')).json()
  for (const [method, url] of [
    ['POST', '/ask'],
    ['OPTIONS', '/ask'],
    ['POST', '/refuse'],
    ['POST', '/nowhere'],
  ] as const) {
    await server.inject({ method, url })
    expect((await ask('/hot')).json().times, `${method} ${url}`).toBe(times)
  }
  await server.inject({ method: 'POST', url: '/verify' })
  expect((await ask('/hot')).json().times).toBe(times + 1)
})

test('a call that changes what hot answers show drops them where its client leaves before its end, too', async () => {
  const { server, ask } = cachedServer()
  const [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  server.post('/slow', { config: { clearsCache: true } }, async (request, reply) => {
    request.raw.socket.once('close', () => left.resolve())
    begun.resolve()
    await left.promise
    return reply.code(204).send()
  })
  onTestFinished(() => server.close())
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const { times } = (await ask('/hot')).json()
  const client = new AbortController()
  const call = fetch(`${address}/slow`, { method: 'POST', signal: client.signal })
  await begun.promise
  client.abort()
  await expect(call).rejects.toThrow()
  await expect.poll(async () => (await ask('/hot')).json().times).toBe(times + 1)
})

test('a client gets ten times as many answers from memory as it may request otherwise', async () => {
  const { ask } = cachedServer(2)
  await ask('/hot')
  const statuses = []
  for (let each = 0; each < 22; each += 1) statuses.push((await ask('/hot', {}, STRANGER)).statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect((await ask('/hot', {}, '203.0.113.10')).statusCode).toBe(200)
  expect((await ask('/hot')).statusCode).toBe(200)
  expect((await ask('/hot', {}, STRANGER)).headers['retry-after']).toBe('60')
})

test('limits the bytes that a client is sent from memory in a minute', () => {
  let now = 0
  const identity = clientIdentity({ trustedProxies: [], exemptsOwnMachine: true })
  const limit = createCachedResponseLimit(identity, 3_000, () => now)
  const from = (remoteAddress: string) =>
    ({ socket: { remoteAddress }, connection: { remoteAddress }, headers: {} }) as never
  limit.spend(from(STRANGER), 600_000_001)
  now += 20_000
  expect(limit.admit(from(STRANGER))).toBe(40)
  expect(limit.admit(from('203.0.113.10'))).toBeNull()
  now += 40_000
  expect(limit.admit(from(STRANGER))).toBeNull()
})
