import { type FastifyInstance, fastify } from 'fastify'
import { expect, it } from 'vitest'
import { limitPages, trustedProxies } from './limit-pages.ts'

async function createSite(trustProxy = false): Promise<FastifyInstance> {
  const server = fastify({ trustProxy: trustedProxies(trustProxy) })
  server.get('/assets/a.js', () => 'script')
  server.register(async (scope) => {
    await limitPages(scope, 2)
    scope.all('*', () => 'page')
  })
  return server
}

const statuses = async (server: FastifyInstance, asks: readonly { url?: string; from: string; claims?: string }[]) => {
  const answers: number[] = []
  for (const { url = '/', from, claims } of asks) {
    const headers = claims === undefined ? {} : { 'x-forwarded-for': claims }
    answers.push((await server.inject({ url, remoteAddress: from, headers })).statusCode)
  }
  return answers
}

it('gives a client so many pages a minute, and as many scripts as it likes', async () => {
  const server = await createSite()
  const [one, other] = ['203.0.113.9', '203.0.113.10']
  const pages = [{ from: one }, { from: one, url: '/collection/x' }, { from: one }, { from: other }]
  expect(await statuses(server, pages)).toEqual([200, 200, 429, 200])
  expect(await statuses(server, [{ from: one, url: '/assets/a.js' }])).toEqual([200])
  expect(await statuses(server, Array(5).fill({ from: '127.0.0.1' }))).toEqual([200, 200, 200, 200, 200])
})

it('takes nobody’s word for another address, but that of the nearest proxy', async () => {
  const claims = (from: string, text: string) => ({ from, claims: text })
  const direct = ['1.1.1.1', '2.2.2.2', '127.0.0.1'].map((text) => claims('203.0.113.9', text))
  expect(await statuses(await createSite(), direct)).toEqual([200, 200, 429])
  const proxied = ['1.1.1.1', '2.2.2.2', '127.0.0.1'].map((text) => claims('10.0.0.2', `${text}, 203.0.113.9`))
  expect(await statuses(await createSite(true), proxied)).toEqual([200, 200, 429])
})
