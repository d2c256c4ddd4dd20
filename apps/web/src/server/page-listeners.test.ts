import { PassThrough } from 'node:stream'
import { Draining } from '@opal/runtime/draining'
import { boundPipelines } from '@opal/runtime/pipelined-requests'
import { measureRequests } from '@opal/runtime/request-metrics'
import { traceRequests } from '@opal/runtime/tracing'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, it, onTestFinished } from 'vitest'
import { createPageServer } from './page-server.ts'
import { servePages, toWebRequest } from './web-server.ts'

it('a page that waits while it is sent adds no more listeners to its answer than Node takes for a leak', async () => {
  const warnings: string[] = []
  const onWarning = ({ name }: Error) => void warnings.push(name)
  process.on('warning', onWarning)
  onTestFinished(() => void process.off('warning', onWarning))
  const server = createPageServer({ trustedProxies: ['loopback'] }, pino({ level: 'silent' }))
  onTestFinished(() => server.close())
  boundPipelines(server.server)
  new Draining().watch(server)
  measureRequests(server, new Registry(), 'test_request_seconds', () => '/')
  traceRequests(server, { routeOf: () => '/' })
  const body = new PassThrough()
  servePages(server, { pagesPerMinute: 1_000, exemptsOwnMachine: false }, async (request, reply) => {
    toWebRequest(request, reply)
    void reply.send(body)
    setImmediate(() => body.end('page'))
  })
  const headers = { 'x-forwarded-for': '203.0.113.1', 'accept-encoding': 'br' }
  const answer = await fetch(await server.listen({ host: '127.0.0.1', port: 0 }), { headers })
  expect(await answer.text()).toBe('page')
  expect(warnings).not.toContain('MaxListenersExceededWarning')
})
