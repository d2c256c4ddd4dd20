import { fastify } from 'fastify'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { Draining } from './draining.ts'
import { serveMetrics } from './metrics-server.ts'
import { measureRequests } from './request-metrics.ts'

// @feature operate.metrics
test('answers are measured by route and status, and not by who asks or what for', async () => {
  const registry = new Registry()
  const server = fastify()
  measureRequests(server, registry, 'opal_test_request_seconds')
  server.get('/tokens/:id', async (request, reply) =>
    reply.code((request.params as { id: string }).id === '7' ? 200 : 404).send(),
  )
  for (const id of ['7', '8', '9']) await server.inject(`/tokens/${id}?wallet=0xsecret`)
  await server.inject({ method: 'PUT', url: '/elsewhere/0xsecret' })
  await using metrics = await serveMetrics({ host: '127.0.0.1', port: 0 }, registry)
  const answer = await fetch(`${metrics.url}/metrics`)
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(text).toContain('opal_test_request_seconds_count{route="/tokens/:id",method="GET",status="200"} 1')
  expect(text).toContain('opal_test_request_seconds_count{route="/tokens/:id",method="GET",status="404"} 2')
  expect(text).toContain('opal_test_request_seconds_count{route="none",method="any",status="404"} 1')
  expect(text).not.toContain('secret')
  expect((await fetch(`${metrics.url}/elsewhere`)).status).toBe(404)
})

// @feature operate.metrics
test('a request whose client leaves before the answer, as a proxy does that waits no longer, is measured once', async () => {
  const registry = new Registry()
  const server = fastify()
  measureRequests(server, registry, 'opal_test_request_seconds')
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  server.get('/slow', async () => {
    asked.resolve()
    await held.promise
    return 'whole'
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const left = fetch(`${url}/slow`, { signal: leaving.signal }).catch((error: unknown) => error)
  await asked.promise
  leaving.abort()
  expect(await left).toBeInstanceOf(Error)
  const counts = async () => (await registry.metrics()).match(/^opal_test_request_seconds_count.*$/gm)
  const one = 'opal_test_request_seconds_count{route="/slow",method="GET",status="499"} 1'
  await expect.poll(counts).toEqual([one])
  held.resolve()
  expect(await (await fetch(`${url}/slow`)).text()).toBe('whole')
  await expect.poll(counts).toEqual([one, 'opal_test_request_seconds_count{route="/slow",method="GET",status="200"} 1'])
  await server.close()
})

// @feature operate.drain
test('a server that drains says so immediately, and ends when every request is answered', async () => {
  const draining = new Draining()
  const server = fastify()
  draining.watch(server)
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  server.get('/slow', async () => {
    asked.resolve()
    await held.promise
    return 'whole'
  })
  server.get('/ready', async () => draining.isDraining)
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const slow = fetch(`${url}/slow`).then((answer) => answer.text())
  await asked.promise
  let isOver = false
  const drained = draining.drain(0).then(() => {
    isOver = true
  })
  expect(await (await fetch(`${url}/ready`)).text()).toBe('true')
  expect(isOver).toBe(false)
  held.resolve()
  await drained
  expect(await slow).toBe('whole')
  await new Draining().drain(0)
  await server.close()
})
