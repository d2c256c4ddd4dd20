import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { startTracing, traced, traceHeaders, traceRequests } from './tracing.ts'

interface SentSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
}

/** Starts a collector that records the spans it receives. */
async function openCollector() {
  const spans: SentSpan[] = []
  const server = createServer(async (request, response) => {
    const sent = (await json(request)) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
    for (const { scopeSpans } of sent.resourceSpans) for (const one of scopeSpans) spans.push(...one.spans)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { spans, endpoint: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close() }
}

/** A sampled trace that a client names. */
const STRANGERS_PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** Starts a site that calls an API, which believes it and queries a database. */
async function openPrograms() {
  const api = fastify()
  traceRequests(api, { isBelieved: () => true })
  api.get('/tokens/:id', () =>
    traced(
      'select',
      () => ({ 'db.query.text': 'select $1' }),
      async () => 'token',
    ),
  )
  const apiUrl = await api.listen({ host: '127.0.0.1', port: 0 })
  const site = fastify()
  traceRequests(site)
  const asked: Record<string, string>[] = []
  site.get('/token/:id', async () => {
    const headers = traceHeaders()
    asked.push({ ...headers })
    return (await fetch(`${apiUrl}/tokens/7?wallet=0xsecret`, { headers })).text()
  })
  const siteUrl = await site.listen({ host: '127.0.0.1', port: 0 })
  return {
    asked,
    siteUrl,
    async [Symbol.asyncDispose]() {
      await site.close()
      await api.close()
    },
  }
}

// @feature operate.traces
test('a page, its calls and their statements are one trace, without ids and queries of the URLs', async () => {
  using collector = await openCollector()
  await using programs = await openPrograms()
  const tracing = await startTracing('opal-test', { endpoint: collector.endpoint, share: 1 })
  expect(await (await fetch(`${programs.siteUrl}/token/7?q=secret`)).text()).toBe('token')
  await tracing[Symbol.asyncDispose]()
  const [statement, call, page] = ['select', 'GET /tokens/:id', 'GET /token/:id'].map((name) =>
    collector.spans.find((span) => span.name === name),
  )
  expect(page?.parentSpanId).toBeUndefined()
  expect([call?.traceId, call?.parentSpanId]).toEqual([page?.traceId, page?.spanId])
  expect([statement?.traceId, statement?.parentSpanId]).toEqual([call?.traceId, call?.spanId])
  expect(statement?.attributes).toContainEqual({ key: 'db.query.text', value: { stringValue: 'select $1' } })
  expect(JSON.stringify(collector.spans)).not.toContain('secret')
})

test.each([
  { share: 0, flag: '01', sent: 0 },
  { share: 1, flag: '00', sent: 1 },
  { share: 1, flag: '01', sent: 1 },
])(
  'a client joins no trace and neither forces nor prevents one: share $share, flag $flag',
  async ({ share, flag, sent }) => {
    using collector = await openCollector()
    await using programs = await openPrograms()
    const tracing = await startTracing('opal-test', { endpoint: collector.endpoint, share })
    const traceparent = STRANGERS_PARENT.replace(/01$/, flag)
    await (await fetch(`${programs.siteUrl}/token/7`, { headers: { traceparent } })).text()
    await tracing[Symbol.asyncDispose]()
    const pages = collector.spans.filter(({ name }) => name === 'GET /token/:id')
    expect(pages).toHaveLength(sent)
    expect(collector.spans).toHaveLength(sent * 3)
    expect(JSON.stringify(collector.spans)).not.toContain('0af7651916cd43dd8448eb211c80319c')
  },
)

// @feature operate.traces
test('requests carry no trace headers without a collector', async () => {
  await using programs = await openPrograms()
  await (await fetch(`${programs.siteUrl}/token/7`)).text()
  expect(programs.asked).toEqual([{}])
})
