import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { HotBodies } from '../kept/hot-bodies.ts'
import { serveHot } from './serve-hot.ts'

function hotServer() {
  const bodies = new HotBodies(60_000)
  const server = Fastify()
  let answered = 0
  serveHot(server, bodies, (origin) => (origin === undefined ? [] : ['access-control-allow-origin', origin]))
  const answer = () => {
    answered += 1
    return { times: answered }
  }
  server.get('/hot', { config: { hot: true } }, answer)
  server.get('/failing', { config: { hot: true } }, (_request, reply) => reply.code(404).send(answer()))
  server.get('/own', answer)
  server.post('/write', (_request, reply) => reply.code(204).send())
  const ask = (url: string, headers: Record<string, string> = {}) => server.inject({ method: 'GET', url, headers })
  return { server, bodies, ask }
}

test('a hot answer is given again to everybody, each with the headers that are theirs', async () => {
  const { ask } = hotServer()
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

test('what is not hot, what failed and what changed meanwhile is asked each time', async () => {
  const { server, bodies, ask } = hotServer()
  for (const path of ['/own', '/failing']) {
    const [first, second] = [await ask(path), await ask(path)]
    expect(second.json().times).toBe(first.json().times + 1)
  }
  const before = (await ask('/hot')).json().times
  bodies.forgetAll()
  expect((await ask('/hot')).json().times).toBe(before + 1)
  await server.inject({ method: 'POST', url: '/write' })
  expect((await ask('/hot')).json().times).toBe(before + 2)
})
